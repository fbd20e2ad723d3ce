import { UsageError } from "@stratus/dynamic-client";

/**
 * The completion scripts. They pass words and suggestions through unchanged and evaluate no text, neither what the user typed
 * nor names from an API.
 */
const scripts = {
  bash: (name: string, id: string) => `# bash completion of ${name}: source <(${name} completion bash)
_${id}_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == ":files" ]] && continue
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(${name} complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${id}_complete ${name}
`,
  zsh: (name: string, id: string) => `#compdef ${name}
# zsh completion of ${name}: source <(${name} completion zsh)
_${id}_complete() {
  local -a lines values texts
  local line
  lines=("\${(@f)$(${name} complete zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == ":files" ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -n "$line" ]] || continue
    values+=("\${line%%$'\\t'*}")
    texts+=("\${line//$'\\t'/  }")
  done
  (( $#values )) && compadd -l -d texts -a values
}
if [[ "\${funcstack[1]}" == "_${name}" ]]; then
  _${id}_complete "$@"
else
  compdef _${id}_complete ${name}
fi
`,
  fish: (name: string, id: string) => `# fish completion of ${name}: ${name} completion fish | source
function __${id}_complete
  set -l before (commandline -opc)
  set -l lines (${name} complete fish -- $before[2..-1] (commandline -ct | string collect) 2>/dev/null)
  if test "$lines[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c ${name} -f -a '(__${id}_complete)'
`,
} as const;

/** Returns the completion script of a shell. @throws A UsageError if the shell is unknown or the command is not one word. */
export function completionScript(shell: string | undefined, name: string): string {
  if (!/^[\w.-]+$/.test(name))
    throw new UsageError(
      "UNSUPPORTED",
      `shells complete only commands of one word; make one first: ${name.replace(/^(npx \S+) /, "$1 init ")} --name NAME`,
    );
  const make = Object.hasOwn(scripts, shell ?? "") ? scripts[shell as keyof typeof scripts] : undefined;
  if (make) return make(name, name.replace(/\W/g, "_"));
  throw new UsageError("ARGUMENT_INVALID", `usage: ${name} completion bash|zsh|fish`);
}
