"""What the tests of JupyterLab share: tools/lab, a way to it through SSH, and a browser.

    with Lab(folder) as lab, Tunnel(lab.port) as tunnel, Browser() as browser:
        page = browser.open("http://127.0.0.1:%d/lab?token=%s" % (tunnel.port, lab.token))

HEDDLE_SCREENSHOTS=DIR keeps pictures of what the browser shows.
"""

import ctypes
import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
SCREENSHOTS = os.environ.get("HEDDLE_SCREENSHOTS")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
PATIENCE = 60 # seconds, for a busy machine


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(condition, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("no %s within %d s" % (what, seconds))


def answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM) # PR_SET_PDEATHSIG: also when the test is killed


class Process:
    """A program in a process group of its own, which ends with the `with` block."""

    def start(self, command, **options):
        self.log = tempfile.NamedTemporaryFile("w+", suffix=".log")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
                                        start_new_session=True, preexec_fn=end_with_parent, **options)

    def output(self):
        with open(self.log.name) as f:
            return f.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for sig in (signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is None:
                os.killpg(self.process.pid, sig)
                try:
                    self.process.wait(15)
                except subprocess.TimeoutExpired:
                    pass
        self.log.close()


class Lab(Process):
    def __init__(self, folder):
        self.port, self.token = free_port(), "lesson"
        home = os.path.join(folder, ".home")
        os.makedirs(home, exist_ok=True)
        env = {**os.environ, "HOME": home, "JUPYTER_CONFIG_DIR": home, "JUPYTER_DATA_DIR": home,
               "JUPYTER_RUNTIME_DIR": home, "IPYTHONDIR": home}
        self.start([os.path.join(ROOT, "tools/lab"), "--no-browser", "--port", str(self.port),
                    "--IdentityProvider.token=" + self.token], cwd=folder, env=env)
        wait_for(self.ready, "JupyterLab", 600) # the first time it is installed

    def ready(self):
        assert self.process.poll() is None, "tools/lab ended: " + self.output()[-2000:]
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/api/kernelspecs?token=%s" % (self.port, self.token), timeout=5) as r:
                self.kernelspecs = r.read().decode()
                return True
        except OSError:
            return False


class Tunnel(Process):
    """`ssh -L` to a server of our own, with keys of our own, on a port of its own: no root needed."""

    def __init__(self, port):
        self.folder = tempfile.TemporaryDirectory()
        at = lambda name: os.path.join(self.folder.name, name)
        for key in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", at(key)], check=True)
        shutil.copy(at("user.pub"), at("authorized"))
        ssh_port, self.port = free_port(), free_port()
        with open(at("config"), "w") as f:
            f.write("Port %d\nListenAddress 127.0.0.1\nHostKey %s\nAuthorizedKeysFile %s\nPidFile none\nUsePAM no\nStrictModes no\n"
                    "PasswordAuthentication no\nPermitRootLogin prohibit-password\nAllowTcpForwarding yes\n" %
                    (ssh_port, at("host"), at("authorized")))
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        self.server = Process()
        self.server.start([shutil.which("sshd", path="/usr/sbin:/usr/bin:/sbin") or "/usr/sbin/sshd", "-D", "-e", "-f", at("config")])
        try:
            wait_for(lambda: answers(ssh_port), "sshd", 20)
            self.start(["ssh", "-N", "-L", "%d:localhost:%d" % (self.port, port), "-p", str(ssh_port), "-i", at("user"),
                        "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                        "-o", "IdentitiesOnly=yes", "-o", "ExitOnForwardFailure=yes", getpass.getuser() + "@127.0.0.1"])
            wait_for(lambda: self.process.poll() is not None or answers(self.port), "tunnel", 30)
            assert self.process.poll() is None, self.output() + self.server.output()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if hasattr(self, "process"):
            super().__exit__()
        self.server.__exit__()
        self.folder.cleanup()


class Browser:
    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        self.shots = 0
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()

    def open(self, url):
        page = self.browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(url)
        return page

    def shoot(self, page, name):
        if SCREENSHOTS:
            os.makedirs(SCREENSHOTS, exist_ok=True)
            self.shots += 1
            page.screenshot(path=os.path.join(SCREENSHOTS, "%02d-%s.png" % (self.shots, name)))
