/** The command lines that people come from. */
export const peers = ["gh", "kubectl", "gcloud", "aws", "stripe"] as const;

/** One of {@link peers}. */
export type Peer = (typeof peers)[number];

/** A command of the quick-start pages of another command line, and what its users type here by habit. */
export interface Cell {
  readonly theirs: string;
  readonly typed: string;
  /** The command that it leads to. Default: that of the row. */
  readonly ours?: string;
}

/** A thing that people do every day, in each command line. */
export interface Habit {
  readonly habit: string;
  /** Our command. DISK is the ID of a disk, and FILE one with a disk in YAML. */
  readonly ours: string;
  readonly cells: Readonly<Partial<Record<Peer, Cell>>>;
  /** What a person answers, if the command asks. */
  readonly answer?: string;
}

const cell = (theirs: string, typed: string, ours?: string): Cell =>
  ours === undefined ? { theirs, typed } : { theirs, typed, ours };

const list = "compute disk list --parent-id p1";

/** The habits. The table in docs/command-line.md is printed from them. */
export const habits: readonly Habit[] = [
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
      gcloud: cell("gcloud config configurations activate my-config", "config configurations activate default"),
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
      gh: cell("gh pr list --json title --jq .[].title", `${list} --jq .[].metadata.name`, `${list} -o json --query 'items[].metadata.name'`),
      kubectl: cell("kubectl get pods -o jsonpath={.items[*].metadata.name}", `${list} -o jsonpath={.items[*].metadata.name}`),
      aws: cell("aws ec2 describe-instances --query Reservations[].Instances[]", `${list} --query items[].metadata.name`),
    },
  },
  {
    habit: "your own columns",
    ours: `${list} -o custom-columns=NAME:.metadata.name,SIZE:.spec.sizeBytes`,
    cells: {
      kubectl: cell("kubectl get pods -o custom-columns=NAME:.metadata.name", `${list} -o custom-columns=NAME:.metadata.name`),
      aws: cell("aws ec2 describe-instances --query … --output table", `${list} --query items[].{N:metadata.name} --output table`),
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
      aws: cell("aws ec2 run-instances --generate-cli-skeleton", "compute disk create --generate-cli-skeleton"),
    },
  },
  {
    habit: "from a file",
    ours: "compute disk create -f FILE",
    cells: {
      aws: cell("aws ec2 run-instances --cli-input-json file://my.json", "compute disk create --cli-input-json file://FILE"),
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
      kubectl: cell("kubectl delete pod my-pod --dry-run=client", "compute disk delete DISK --dry-run=client"),
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
      gcloud: cell("gcloud compute instances list --configuration=my-config", `${list} --configuration=default`),
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

/** Returns the table of a page. */
export function habitTable(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const shown = (text: string | undefined): string =>
    text === undefined ? "" : `\`${text.replaceAll("|", "\\|")}\``;
  const head = row(["habit", ...peers, "here"]) + row(["", ...peers, ""].map(() => "---"));
  const lines = habits.map(({ habit, ours, cells }) =>
    row([habit, ...peers.map((peer) => shown(cells[peer]?.theirs.replace(`${peer} `, ""))), shown(ours)]),
  );
  return head + lines.join("");
}
