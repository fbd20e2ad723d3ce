import json
import subprocess
import urllib.request

import pytest


@pytest.fixture(scope="session")
def emulator():
    command = ["node_modules/.bin/stratus-emulator", "@svc/cloud", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield json.loads(process.stdout.readline())
        process.terminate()


@pytest.fixture
def send(emulator):
    def send(url, body=None):
        headers = {"content-type": "application/json", "authorization": f"Bearer {emulator['token']}"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as response:
            return json.load(response)

    send(emulator["controlUrl"] + "reset", {})
    return send


def test_an_operation_takes_its_time(emulator, send):
    send(emulator["controlUrl"] + "scenarios", {"names": ["slow-operations"]})
    instances = emulator["webUrl"] + "/svc.compute.v1.InstanceService/"
    send(instances + "Create", {"metadata": {"parentId": "p", "name": "web"}, "spec": {"cpu": 4}})
    assert send(instances + "List", {"parentId": "p"}) == {}
    send(emulator["controlUrl"] + "clock/advance", {"ms": 10_000})
    assert len(send(instances + "List", {"parentId": "p"})["items"]) == 1
