"""Controls a headless Chromium with one tab, which loads one page after the other, through the DevTools
protocol over a pipe."""

import fcntl
import json
import os
import select
import subprocess
import time

LIMIT = 120  # seconds for an answer


class Chromium:
    """A browser with its own profile in `profile`. `options` are command-line options."""

    def __init__(self, program, profile, *options):
        # Chromium reads its commands from descriptor 3 and writes to 4; both ends are first moved out of the way of these.
        pipes = [[fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()] for _ in range(2)]
        (commands, self.input), (self.output, answers) = pipes

        fcntl.fcntl(answers, fcntl.F_SETPIPE_SZ, 1 << 20)  # Chromium writes the text of a large page slowly into a full pipe

        def connect():
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        with open(os.path.join(profile, "log"), "wb") as log:
            self.process = subprocess.Popen([program, *options, "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=connect, close_fds=False)
        os.close(commands)
        os.close(answers)
        self.unread, self.heard, self.last, self.session = b"", [], 0, None

    def close(self):
        try:
            self.session = None
            self.ask("Browser.close")
            self.process.wait(LIMIT)
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self.input)
            os.close(self.output)

    def read(self):
        """Returns the next message of the browser."""
        end = time.monotonic() + LIMIT
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.output], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("Chromium says nothing")
            some = os.read(self.output, 1 << 20)
            if not some:
                raise EOFError("Chromium ended")
            self.unread += some
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        """Returns the answer to a command, which is sent to the tab once one exists. Other messages
        received in the meantime are kept."""
        self.last += 1
        command = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        text = json.dumps(command).encode() + b"\0"
        while text:
            text = text[os.write(self.input, text):]
        while True:
            message = self.read()
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.heard.append(message)

    def wait(self, method):
        while not any(one.get("method") == method for one in self.heard):
            self.heard.append(self.read())

    def tab(self):
        """Opens a session with a new tab."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable", session)
        return session

    def navigate(self, session, address):
        self.heard = []
        failed = self.ask("Page.navigate", session, url=address).get("errorText")
        if failed:
            raise RuntimeError(f"{address}: {failed}")
        self.wait(session, "Page.loadEventFired")

    def show(self, address, media=(), until="true"):
        """Loads a page and waits until the expression is true there, for as long as a minute, and half a second more.

        media: pairs of a feature and its value.
        """
        if not self.session:
            target = self.ask("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                self.ask(domain + ".enable")
        self.navigate("about:blank")  # an address that differs in its fragment alone would load nothing
        self.ask("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in media])
        self.navigate(address)
        end = time.monotonic() + 60
        while not self.value(f"Boolean({until})") and time.monotonic() < end:
            time.sleep(0.1)
        self.value("new Promise((done) => setTimeout(done, 500))")

    def navigate(self, address):
        self.heard = []
        failed = self.ask("Page.navigate", url=address).get("errorText")
        if failed:
            raise RuntimeError(f"{address}: {failed}")
        self.wait("Page.loadEventFired")

    def console(self):
        """Returns the page's console output, which includes errors."""
        return [json.dumps(one["params"]) for one in self.heard
                if one.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)["result"].get("value")
