package recipes

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var emulator struct{ WebUrl, ControlUrl, Token string }

func TestMain(m *testing.M) {
	command := exec.Command("node_modules/.bin/stratus-emulator", "@svc/cloud", "--json")
	out, _ := command.StdoutPipe()
	if err := command.Start(); err != nil {
		panic(err)
	}
	line, _ := bufio.NewReader(out).ReadBytes('\n')
	if err := json.Unmarshal(line, &emulator); err != nil {
		panic(err)
	}
	code := m.Run()
	command.Process.Signal(os.Interrupt)
	command.Wait()
	os.Exit(code)
}

func send(t *testing.T, method, url, body string) map[string]any {
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	request.Header.Set("content-type", "application/json")
	request.Header.Set("authorization", "Bearer "+emulator.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer := map[string]any{}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestAMachineIsCreated(t *testing.T) {
	send(t, "POST", emulator.ControlUrl+"reset", "{}")
	instances := emulator.WebUrl + "/svc.compute.v1.InstanceService/"
	send(t, "POST", instances+"Create", `{"metadata": {"parentId": "p", "name": "web"}, "spec": {"cpu": 4}}`)
	found := send(t, "POST", instances+"List", `{"parentId": "p", "filter": "status.state = RUNNING"}`)
	if items := found["items"].([]any); len(items) != 1 {
		t.Fatalf("found %d machines", len(items))
	}
	seen := send(t, "GET", emulator.ControlUrl+"calls?method=Create", "")
	if calls := seen["calls"].([]any); len(calls) != 1 {
		t.Fatalf("saw %d calls", len(calls))
	}
}
