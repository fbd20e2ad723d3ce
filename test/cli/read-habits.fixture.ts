import { cell, type Habit, list } from "./habits.fixture.js";

/** Habits that read, or are about the command line itself. */
export const readHabits: readonly Habit[] = [
  {
    habit: "log in",
    ours: "login --token-file token",
    cells: {
      gh: cell("gh auth login", "auth login --token-file token"),
      gcloud: cell("gcloud auth login", "auth login --token-file token"),
      aws: cell("aws configure", "configure --token-file token"),
      stripe: cell("stripe login", "login --token-file token"),
    },
  },
  {
    habit: "who am I",
    ours: "iam profile get",
    cells: {
      gh: cell("gh auth status", "auth status"),
      kubectl: cell("kubectl auth whoami", "auth whoami"),
      aws: cell("aws sts get-caller-identity", "sts get-caller-identity"),
    },
  },
  {
    habit: "profiles",
    ours: "profile list",
    cells: {
      kubectl: cell("kubectl config get-contexts", "config get-contexts"),
      gcloud: cell("gcloud config configurations list", "config configurations list"),
      aws: cell("aws configure list-profiles", "configure list-profiles"),
    },
  },
  {
    habit: "switch profiles",
    ours: "profile use default",
    cells: {
      kubectl: cell("kubectl config use-context my-cluster", "config use-context default"),
      gcloud: cell(
        "gcloud config configurations activate my-config",
        "config configurations activate default",
      ),
    },
  },
  {
    habit: "settings",
    ours: "profile show",
    cells: {
      kubectl: cell("kubectl config view", "config view"),
      gcloud: cell("gcloud config list", "config list"),
      aws: cell("aws configure list", "configure list"),
    },
  },
  {
    habit: "change a setting",
    ours: "profile set output table",
    cells: {
      gh: cell("gh config set editor vim", "config set output table"),
      gcloud: cell("gcloud config set project my-project", "config set output table"),
      aws: cell("aws configure set region us-west-2", "configure set output table"),
    },
  },
  {
    habit: "versions",
    ours: "--version",
    cells: {
      gh: cell("gh --version", "--version"),
      kubectl: cell("kubectl version", "version"),
      gcloud: cell("gcloud version", "version"),
      aws: cell("aws --version", "--version"),
      stripe: cell("stripe version", "version"),
    },
  },
  {
    habit: "what there is",
    ours: "help",
    cells: {
      gh: cell("gh help", "help"),
      kubectl: cell("kubectl api-resources", "api-resources"),
      gcloud: cell("gcloud help", "help"),
      aws: cell("aws help", "help"),
      stripe: cell("stripe resources", "resources"),
    },
  },
  {
    habit: "list",
    ours: list,
    cells: {
      gh: cell("gh repo list", "disk ls --parent-id p1"),
      kubectl: cell("kubectl get pods", "get disks --parent-id p1"),
      gcloud: cell("gcloud compute instances list", "compute disks list --parent-id p1"),
      aws: cell("aws ec2 describe-instances", "compute describe-disks --parent-id p1"),
      stripe: cell("stripe customers list", "disks list --parent-id p1"),
    },
  },
  {
    habit: "the first ones",
    ours: `${list} --limit 3`,
    cells: {
      gh: cell("gh issue list --limit 3", `${list} -L 3`),
      gcloud: cell("gcloud compute instances list --limit=3", `${list} --limit=3`),
      aws: cell("aws ec2 describe-instances --max-items 3", `${list} --max-items 3`),
      stripe: cell("stripe customers list --limit 3", `${list} --limit 3`),
    },
  },
  {
    habit: "one",
    ours: "compute disk get DISK",
    cells: {
      gh: cell("gh repo view my-repo", "disk view DISK"),
      kubectl: cell("kubectl describe pods my-pod", "describe disks DISK"),
      gcloud: cell("gcloud compute instances describe my-vm", "compute disks describe DISK"),
      aws: cell("aws ec2 describe-instances --instance-ids i-1", "compute describe-disks --disk-ids DISK"),
      stripe: cell("stripe customers retrieve cus_1", "disks retrieve DISK"),
    },
  },
  {
    habit: "as JSON",
    ours: `${list} -o json`,
    cells: {
      gh: cell("gh pr list --json number,title", `${list} --json number,title`),
      kubectl: cell("kubectl get pods -o json", `${list} -ojson`),
      gcloud: cell("gcloud compute instances list --format=json", `${list} --format=json`),
      aws: cell("aws ec2 describe-instances --output json", `${list} --output json`),
    },
  },
  {
    habit: "one field",
    ours: `${list} --query items[].metadata.name`,
    cells: {
      gh: cell(
        "gh pr list --json title --jq .[].title",
        `${list} --jq .[].metadata.name`,
        `${list} -o json --query 'items[].metadata.name'`,
      ),
      kubectl: cell(
        "kubectl get pods -o jsonpath={.items[*].metadata.name}",
        `${list} -o jsonpath={.items[*].metadata.name}`,
      ),
      aws: cell(
        "aws ec2 describe-instances --query Reservations[].Instances[]",
        `${list} --query items[].metadata.name`,
      ),
    },
  },
  {
    habit: "your own columns",
    ours: `${list} -o custom-columns=NAME:.metadata.name,SIZE:.spec.sizeBytes`,
    cells: {
      kubectl: cell(
        "kubectl get pods -o custom-columns=NAME:.metadata.name",
        `${list} -o custom-columns=NAME:.metadata.name`,
      ),
      aws: cell(
        "aws ec2 describe-instances --query … --output table",
        `${list} --query items[].{N:metadata.name} --output table`,
      ),
    },
  },
  {
    habit: "sort",
    ours: `${list} --sort-by name`,
    cells: {
      kubectl: cell("kubectl get pods --sort-by=.metadata.name", `${list} --sort-by=.metadata.name`),
      gcloud: cell("gcloud compute instances list --sort-by=name", `${list} --sort-by=name`),
    },
  },
  {
    habit: "without titles",
    ours: `${list} --no-headers`,
    cells: {
      kubectl: cell("kubectl get pods --no-headers", `${list} --no-headers`),
      aws: cell("aws ec2 describe-instances --output text", `${list} --output text`, `${list} --output tsv`),
    },
  },
  {
    habit: "filter",
    ours: `${list} --filter name="d1"`,
    cells: {
      kubectl: cell("kubectl get pods -n my-namespace", "get disks -n p1", list),
      gcloud: cell("gcloud compute instances list --filter=name=vm", `${list} --filter=name="d1"`),
    },
  },
];
