#!/usr/bin/env python3
"""Opens an HTML report in headless Chromium and checks what a person would see.

    apt-get install chromium
    curlew run --report html=report.html
    Tests/Browser/check_report.py report.html [--screenshots FOLDER] [--time-limit SECONDS]

Prints what it found as JSON; exits with 1 when something is wrong: a message on the console, a request to the network, an opened dialog, a filter
that does not filter, a list that is not there. Needs Python 3 and nothing else: it speaks the DevTools protocol over pipes.
"""
import argparse
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time


class Browser:
    """A headless Chromium and one page in it."""

    def __init__(self, executable):
        self.profile = tempfile.mkdtemp(prefix="curlew-browser-")
        read_commands, self.write_commands = os.pipe()
        self.read_answers, write_answers = os.pipe()

        def connect():
            # The protocol is on descriptors 3 and 4, which the pipes may have themselves.
            os.dup2(read_commands, 30)
            os.dup2(write_answers, 31)
            os.dup2(30, 3)
            os.dup2(31, 4)

        self.process = subprocess.Popen(
            [executable, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read_commands)
        os.close(write_answers)
        self.buffer = b""
        self.number = 0
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.page(domain + ".enable")

    def send(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_commands, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self, timeout):
        end = time.monotonic() + timeout
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_answers], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self.read_answers, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, timeout=60, **parameters):
        number = self.send(method, session, **parameters)
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(end - time.monotonic())
            if message is None:
                break
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(method + ": " + message["error"]["message"])
                return message["result"]
            if "method" in message:
                self.events.append(message)
                if message["method"] == "Page.javascriptDialogOpening":
                    self.send("Page.handleJavaScriptDialog", message.get("sessionId"), accept=False)
        raise RuntimeError(method + ": no answer in time")

    def page(self, method, **parameters):
        return self.call(method, self.session, **parameters)

    def evaluate(self, expression):
        result = self.page("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(expression + ": " + json.dumps(result["exceptionDetails"].get("exception", {}).get("description", "")))
        return result["result"].get("value")

    def until(self, expression, timeout=60):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.evaluate(expression):
                return True
            time.sleep(0.02)
        return False

    def load(self, url):
        """Loads a page anew, even when only the part behind # differs."""
        self.evaluate("window.before = true")
        self.page("Page.navigate", url=url)
        if self.evaluate("window.before === true"):
            self.page("Page.reload")
        return self.until("window.before !== true && Boolean(document.body && document.body.dataset.ready)")

    def key(self, key, code=None):
        text = key if len(key) == 1 else ""
        for kind in ["keyDown", "keyUp"]:
            self.page("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "")

    def screen(self, width, height, dark=False):
        self.page("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def screenshot(self, path):
        import base64
        pathlib.Path(path).write_bytes(base64.b64decode(self.page("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        try:
            self.call("Browser.close", timeout=10)
        except Exception:
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def check_coverage(browser, found, expect):
    """Contracts, where the run had any: operations as rows, which filter the scenarios that exercised them."""
    if not browser.evaluate("document.querySelector('#coverage .contract') !== null"):
        return
    contracts = "JSON.parse(document.getElementById('data-coverage').textContent).contracts"
    browser.evaluate("for (const fold of document.querySelectorAll('#coverage .contract > details')) fold.open = true")
    browser.until("document.querySelector('.operations tbody tr') !== null", 5)
    found["operations"] = browser.evaluate("document.querySelectorAll('.operations tbody tr').length")
    documented = browser.evaluate(contracts + ".reduce((sum, one) => sum + Math.min(100, one.operations.length), 0)")
    expect(found["operations"] == documented, "%s of %s operations are rows" % (found["operations"], documented))
    ranks = browser.evaluate("[...document.querySelector('.operations tbody').children].map((row) => ['unseen', 'partly', 'whole'].indexOf(row.className))")
    expect(ranks == sorted(ranks), "what is missing does not come first")
    for number in range(min(20, browser.evaluate("document.querySelectorAll('button.operation').length"))):
        browser.evaluate("document.querySelectorAll('button.operation')[%d].click()" % number)
        name = browser.evaluate("new URLSearchParams(location.hash.slice(1)).get('operation')")
        expect(bool(name), "the address does not keep the operation")
        wanted = browser.evaluate("new Set(JSON.parse(document.getElementById('data-index').textContent).filter((row) => (row.operations || []).some((pair) => pair[0] === %s)).map((row) => row.index)).size" % json.dumps(name))
        shown = browser.evaluate("Number(document.getElementById('list').style.height.replace('px', '')) / 58")
        expect(shown == wanted, "the operation %s shows %s of %s" % (name, shown, wanted))
        browser.evaluate("document.querySelector('.operation-chip').click()")
    for width in [1280, 720, 420]:
        browser.screen(width, 900)
        wide = browser.evaluate("document.documentElement.scrollWidth")
        expect(wide <= width, "the page with contracts is %s wide on a screen of %s" % (wide, width))
        blocks = browser.evaluate("getComputedStyle(document.querySelector('.operations tbody tr')).display") == "block"
        expect(blocks == (width <= 720), "rows are %sblocks at %s" % ("" if blocks else "no ", width))
    browser.screen(1280, 900)


def check(browser, url, options, found, wrong):
    def expect(holds, sentence):
        if not holds:
            wrong.append(sentence)

    browser.screen(1280, 900)
    started = time.monotonic()
    browser.page("Page.navigate", url=url)
    expect(browser.until("Boolean(document.body && document.body.dataset.ready)"), "the page never got ready")
    found["secondsToReady"] = round(time.monotonic() - started, 3)
    found["pageMilliseconds"] = browser.evaluate("Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)")
    if options.time_limit:
        expect(found["secondsToReady"] <= options.time_limit, "the page took longer than %s s to open" % options.time_limit)
    rows = "document.querySelectorAll('#list .row').length"
    total = found["scenarios"] = browser.evaluate("JSON.parse(document.getElementById('data-index').textContent).filter((row, at, all) => all.findIndex((other) => other.index === row.index) === at).length") if not options.large else None
    found["rowsInPage"] = browser.evaluate(rows)
    found["title"] = browser.evaluate("document.title")
    found["shown"] = browser.evaluate("document.getElementById('shown').textContent")
    expect(found["rowsInPage"] <= 80, "the list is not virtual")
    if total:
        expect(found["rowsInPage"] > 0, "the list is empty")
        expect(browser.evaluate("document.querySelector('#detail h2') !== null"), "no scenario is shown")
    # Each outcome filters to as many as its chip says; the address keeps it.
    chips = browser.evaluate("[...document.querySelectorAll('.chip[data-outcome]')].map((chip) => [chip.dataset.outcome, Number(chip.querySelector('b').textContent)])") or []
    found["outcomes"] = dict(chips)
    for outcome, number in chips:
        press = "document.querySelector('.chip[data-outcome=\"%s\"]').click()" % outcome
        browser.evaluate(press)
        shown = browser.evaluate("shownCount = Number(document.getElementById('list').style.height.replace('px', '')) / 58")
        expect(shown == number, "the filter %s shows %s of %s" % (outcome, shown, number))
        expect("outcome=" + outcome.replace(" ", "+") in browser.evaluate("location.hash"), "the address does not keep the filter " + outcome)
        browser.evaluate(press)
    check_coverage(browser, found, expect)
    # A search for what cannot be there finds nothing; one for the first title finds it.
    query = "(text) => { const q = document.getElementById('query'); q.value = text; q.dispatchEvent(new Event('input')); }"
    browser.evaluate("(%s)('no such thing ⁂')" % query)
    expect(browser.evaluate(rows) == 0, "a search for nothing finds something")
    browser.evaluate("document.getElementById('clear').click()")
    if total:
        browser.evaluate("(%s)(JSON.parse(document.getElementById('data-index').textContent)[0].path)" % query)
        expect(browser.evaluate(rows) > 0, "a search for a path finds nothing")
        browser.evaluate("(%s)('')" % query)
        # A link keeps the filter.
        outcome = chips[0][0]
        browser.load(url + "#outcome=" + outcome.replace(" ", "+"))
        expect(browser.evaluate("document.querySelectorAll('.chip[aria-pressed=true]').length") == 1, "a link does not keep the filter")
        browser.load(url + "#")
        # Keys.
        before = browser.evaluate("document.querySelector('.row[aria-selected=true]') && document.querySelector('.row[aria-selected=true]').id")
        browser.evaluate("document.body.focus()")
        browser.key("j")
        after = browser.evaluate("document.querySelector('.row[aria-selected=true]').id")
        expect(len(chips) and (before != after or total == 1), "the key j does not move on")
        browser.key("/")
        expect(browser.evaluate("document.activeElement.id") == "query", "the key / does not lead to the search")
        browser.key("Escape")
        browser.key("?")
        expect(browser.evaluate("document.getElementById('help').open"), "the key ? shows no help")
        browser.evaluate("document.getElementById('help').close()")
        # Everything that can be unfolded is, of the scenarios in sight: this runs all of the code over all of the data.
        opened = browser.evaluate("""(async () => {
          let number = 0;
          for (const row of [...document.querySelectorAll('#list .row')].slice(0, 30)) {
            document.getElementById(row.id)?.click();
            for (const tab of document.querySelectorAll('#detail .tabs .tab')) tab.click();
            for (const head of document.querySelectorAll('.step-head[aria-expanded=false]')) head.click();
            for (let round = 0; round < 3; round++) {
              for (const fold of document.querySelectorAll('details:not([open])')) { fold.open = true; number++; }
              await new Promise((done) => setTimeout(done, 0));
            }
          }
          return number;
        })()""")
        found["unfolded"] = opened
    time.sleep(0.3)
    browser.evaluate("1")
    found["hostile"] = browser.evaluate("String(window.curlewHostile)")
    expect(found["hostile"] == "undefined", "content of the run was executed")
    expect(browser.evaluate("document.querySelectorAll('#detail script, #detail iframe, #detail object, #detail a[href], main img:not([src^=\"data:image/\"])').length") == 0, "content of the run became elements")
    if options.screenshots:
        folder = pathlib.Path(options.screenshots)
        folder.mkdir(parents=True, exist_ok=True)
        for width, height in [(1280, 900), (390, 844)]:
            for dark in [False, True]:
                browser.screen(width, height, dark)
                browser.load(url + "#")
                name = "%d-%s" % (width, "dark" if dark else "light")
                browser.screenshot(folder / (name + ".png"))
                wide = browser.evaluate("document.documentElement.scrollWidth")
                expect(wide <= width, "the page is %s wide on a screen of %s" % (wide, width))
                if total:
                    browser.evaluate("document.getElementById('list').scrollIntoView()")
                    expect(browser.until("document.querySelector('#list .row') !== null", 5), "scrolling shows no row")
                    browser.evaluate("document.querySelector('#list .row').click()")
                    browser.evaluate("for (const fold of document.querySelectorAll('.step-body details')) fold.open = true")
                    time.sleep(0.2)
                    browser.screenshot(folder / (name + "-scenario.png"))
                    wide = browser.evaluate("document.documentElement.scrollWidth")
                    expect(wide <= width, "a scenario is %s wide on a screen of %s" % (wide, width))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report")
    parser.add_argument("--browser", default=shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"))
    parser.add_argument("--screenshots", help="a folder for pictures at 1280 and 390 pixels, light and dark")
    parser.add_argument("--time-limit", type=float, help="how many seconds the page may take to open")
    parser.add_argument("--large", action="store_true", help="leave out what reads all rows twice")
    options = parser.parse_args()
    if not options.browser:
        sys.exit("no chromium is installed")
    found, wrong = {}, []
    browser = Browser(options.browser)
    try:
        check(browser, pathlib.Path(options.report).resolve().as_uri(), options, found, wrong)
        for event in browser.events:
            method, parameters = event["method"], event.get("params", {})
            if method == "Runtime.exceptionThrown":
                wrong.append("an error: " + parameters["exceptionDetails"].get("exception", {}).get("description", parameters["exceptionDetails"]["text"])[:500])
            elif method == "Runtime.consoleAPICalled":
                wrong.append("the console says " + json.dumps(parameters["args"])[:500])
            elif method == "Log.entryAdded":
                wrong.append("the log says " + parameters["entry"]["text"][:500])
            elif method == "Page.javascriptDialogOpening":
                wrong.append("a dialog was opened: " + parameters["message"][:200])
            elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:", "about:")):
                wrong.append("a request was sent to " + parameters["request"]["url"][:200])
    finally:
        browser.close()
    print(json.dumps({"found": found, "wrong": wrong}, indent=2, ensure_ascii=False))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
