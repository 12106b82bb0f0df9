// What an iterator can do, and on which system it does it.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

typedef std::input_iterator_tag input_host_iterator_tag, input_device_iterator_tag, input_universal_iterator_tag;
typedef std::output_iterator_tag output_host_iterator_tag, output_device_iterator_tag;
typedef std::forward_iterator_tag forward_host_iterator_tag, forward_device_iterator_tag;
typedef std::bidirectional_iterator_tag bidirectional_host_iterator_tag, bidirectional_device_iterator_tag;
typedef std::random_access_iterator_tag random_access_host_iterator_tag, random_access_device_iterator_tag, random_access_universal_iterator_tag,
    random_access_traversal_tag;
template <typename I> struct iterator_traversal { typedef typename std::iterator_traits<I>::iterator_category type; };

}
