import { cell, type Habit, list } from "./habits.fixture.js";

/** Habits that change resources, and the others. */
export const changeHabits: readonly Habit[] = [
  {
    habit: "create",
    ours: "compute disk create --parent-id p1 --name d2",
    cells: {
      gh: cell("gh repo create my-repo", "disk new --parent-id p1 --name d2"),
      kubectl: cell("kubectl create -f ./my.yaml", "create disk -f FILE", "compute disk create -f FILE"),
      gcloud: cell("gcloud compute instances create my-vm", "compute disks create --parent-id p1 --name d2"),
      aws: cell("aws ec2 run-instances", "compute run-disks --parent-id p1 --name d2"),
      stripe: cell("stripe customers create", "disks create --parent-id p1 --name d2"),
    },
  },
  {
    habit: "a form to fill in",
    ours: "compute disk create --skeleton",
    cells: {
      aws: cell(
        "aws ec2 run-instances --generate-cli-skeleton",
        "compute disk create --generate-cli-skeleton",
      ),
    },
  },
  {
    habit: "from a file",
    ours: "compute disk create -f FILE",
    cells: {
      aws: cell(
        "aws ec2 run-instances --cli-input-json file://my.json",
        "compute disk create --cli-input-json file://FILE",
      ),
    },
  },
  {
    habit: "apply files",
    ours: "apply -f RESOURCES",
    answer: "n",
    cells: { kubectl: cell("kubectl apply -f ./my.yaml", "apply -f RESOURCES") },
  },
  {
    habit: "compare files",
    ours: "apply -f RESOURCES --dry-run",
    cells: {
      kubectl: cell("kubectl diff -f ./my.yaml", "diff -f RESOURCES", "apply --dry-run -f RESOURCES"),
    },
  },
  {
    habit: "to a file",
    ours: "compute disk export DISK",
    cells: {
      kubectl: cell(
        "kubectl get pod my-pod -o yaml",
        "get disk DISK -o yaml",
        "compute disk get DISK -o yaml",
      ),
    },
  },
  {
    habit: "change",
    ours: "compute disk update DISK --size-bytes 8Gi",
    cells: {
      gh: cell("gh issue edit 23 --title T", "disk set DISK --size-bytes 8Gi"),
      kubectl: cell("kubectl patch node my-node", "patch disk DISK --size-bytes 8Gi"),
      gcloud: cell("gcloud compute instances update my-vm", "compute disks update DISK --size-bytes 8Gi"),
      stripe: cell("stripe customers update cus_1", "disks update DISK --size-bytes 8Gi"),
    },
  },
  {
    habit: "see it before",
    ours: "compute disk delete DISK --dry-run",
    cells: {
      kubectl: cell(
        "kubectl delete pod my-pod --dry-run=client",
        "compute disk delete DISK --dry-run=client",
      ),
      aws: cell("aws ec2 terminate-instances --dry-run", "compute disk delete DISK --dry-run"),
    },
  },
  {
    habit: "delete",
    ours: "compute disk delete DISK",
    answer: "n",
    cells: {
      gh: cell("gh repo delete my-repo", "disk rm DISK"),
      kubectl: cell("kubectl delete pod my-pod", "delete disk DISK"),
      gcloud: cell("gcloud compute instances delete my-vm", "compute disks delete DISK"),
      aws: cell("aws ec2 terminate-instances --instance-ids i-1", "compute terminate-disks --disk-ids DISK"),
      stripe: cell("stripe customers delete cus_1", "disks delete DISK"),
    },
  },
  {
    habit: "without a question",
    ours: "compute disk delete DISK --yes",
    cells: {
      kubectl: cell("kubectl delete pod my-pod --force", "compute disk delete DISK --force"),
      gcloud: cell("gcloud compute instances delete my-vm --quiet", "compute disk delete DISK --quiet"),
      stripe: cell("stripe customers delete cus_1 --confirm", "compute disk delete DISK --confirm"),
    },
  },
  {
    habit: "describe fields",
    ours: "compute disk explain",
    cells: { kubectl: cell("kubectl explain pods", "explain disks") },
  },
  {
    habit: "edit",
    ours: "compute disk edit DISK",
    cells: { kubectl: cell("kubectl edit svc/my-service", "edit disk/DISK") },
  },
  {
    habit: "completion",
    ours: "completion bash",
    cells: {
      gh: cell("gh completion -s bash", "completion -s bash"),
      kubectl: cell("kubectl completion bash", "completion bash"),
      stripe: cell("stripe completion --shell bash", "completion --shell bash"),
    },
  },
  {
    habit: "what is sent",
    ours: `${list} --debug`,
    cells: {
      kubectl: cell("kubectl get pods -v=6", `${list} -v=6`),
      gcloud: cell("gcloud compute instances list --verbosity=debug", `${list} --verbosity=debug`),
      aws: cell("aws ec2 describe-instances --debug", `${list} --debug`),
    },
  },
  {
    habit: "another login",
    ours: `${list} --profile default`,
    cells: {
      kubectl: cell("kubectl get pods --context=my-cluster", `${list} --context=default`),
      gcloud: cell(
        "gcloud compute instances list --configuration=my-config",
        `${list} --configuration=default`,
      ),
      aws: cell("aws ec2 describe-instances --profile my-profile", `${list} --profile default`),
    },
  },
  {
    habit: "any method",
    ours: "call svc.iam.v1.ProfileService/Get",
    cells: {},
  },
  {
    habit: "log out",
    ours: "logout",
    cells: {
      gh: cell("gh auth logout", "auth logout"),
      gcloud: cell("gcloud auth revoke", "auth revoke"),
      stripe: cell("stripe logout", "logout"),
    },
  },
];
