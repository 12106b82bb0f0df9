// The names of errors that C++'s headers share: errno's numbers.
#pragma once

namespace std {

enum class errc {
    operation_not_permitted = 1, no_such_file_or_directory = 2, no_such_process = 3, interrupted = 4, io_error = 5,
    no_such_device_or_address = 6, argument_list_too_long = 7, bad_file_descriptor = 9, resource_unavailable_try_again = 11,
    operation_would_block = 11, not_enough_memory = 12, permission_denied = 13, bad_address = 14, device_or_resource_busy = 16,
    file_exists = 17, cross_device_link = 18, no_such_device = 19, not_a_directory = 20, is_a_directory = 21, invalid_argument = 22,
    too_many_files_open = 24, file_too_large = 27, no_space_on_device = 28, invalid_seek = 29, read_only_file_system = 30,
    too_many_links = 31, broken_pipe = 32, argument_out_of_domain = 33, result_out_of_range = 34, resource_deadlock_would_occur = 35,
    filename_too_long = 36, function_not_supported = 38, directory_not_empty = 39, value_too_large = 75, not_supported = 95,
    operation_not_supported = 95, address_in_use = 98, connection_refused = 111, timed_out = 110, operation_canceled = 125
};

}
