import { Argument, type Command } from "commander";
import { examples } from "../flags.ts";
import type { Session } from "../session.ts";

/** Each asks `loci complete` what may come next, so that it never falls behind; where nothing is known, it offers files. */
const scripts = {
  bash: `_loci() {
  local name about
  COMPREPLY=()
  while IFS=$'\\t' read -r name about; do
    COMPREPLY+=("$name")
  done < <(loci complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _loci loci`,
  zsh: `#compdef loci
_loci() {
  local -a found
  local name about
  while IFS=$'\\t' read -r name about; do
    found+=("\${name//:/\\\\:}:$about")
  done < <(loci complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe loci found; else _files; fi
}
compdef _loci loci`,
  fish: `function __loci_complete
  set -l found (loci complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c loci -f -a '(__loci_complete)'`,
} as const;

export function define(command: Command, session: Session): void {
  command
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(scripts)))
    .addHelpText(
      "after",
      examples(
        "source <(loci completion bash)              # in ~/.bashrc",
        "source <(loci completion zsh)               # in ~/.zshrc, after compinit",
        "loci completion fish > ~/.config/fish/completions/loci.fish",
      ),
    )
    .action((shell: keyof typeof scripts) => {
      session.show(command, { shell, script: scripts[shell] }, ({ script }) => script);
    });
}
