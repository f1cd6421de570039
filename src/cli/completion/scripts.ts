import type { Shell } from './options.ts';

/** The hidden command that the scripts call with the words of the command line. */
const ask = 'complete-words --';

// bash splits words at `=` and `:`; they are joined again, and the part before the last of these is
// removed from the candidates
const bash = `# Completion of asmx-gen for bash: source <(asmx-gen completion bash)
_asmx_gen() {
  local word value kind glue= cut
  local -a words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ -z $word && "\${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]]; then glue=; fi
    if [[ \${#words[@]} -gt 0 && ( -n $glue || $word == [=:]* ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == *[=:] ]]; then glue=1; else glue=; fi
  done
  word=\${words[\${#words[@]}-1]}
  cut=\${word%"\${word##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value kind; do
    COMPREPLY+=("\${value#"$cut"}")
    if [[ $kind == file || $kind == folder ]]; then compopt -o filenames 2>/dev/null; fi
    if [[ $value == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
  done < <("\${COMP_WORDS[0]}" ${ask} "\${words[@]}" 2>/dev/null)
}
complete -F _asmx_gen asmx-gen
`;

const zsh = `#compdef asmx-gen
# Completion of asmx-gen for zsh: source <(asmx-gen completion zsh)
_asmx_gen() {
  local value text
  local -a open closed texts
  while IFS=$'\\t' read -r value text; do
    if [[ $value == *[/=] ]]; then
      open+=("$value")
    else
      closed+=("$value")
      texts+=("$value\${text:+  -- $text}")
    fi
  done < <("\${(Q)words[1]}" ${ask} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( $#open )) && compadd -S '' -a open
  (( $#closed )) && compadd -l -d texts -a closed
}
if [[ "\${funcstack[1]}" == _asmx_gen ]]; then
  _asmx_gen
else
  compdef _asmx_gen asmx-gen
fi
`;

const fish = `# Completion of asmx-gen for fish: asmx-gen completion fish | source
function __asmx_gen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] ${ask} $words[2..] "$current" 2>/dev/null
end
complete -c asmx-gen -f -a '(__asmx_gen_complete)'
`;

/** The text of a shell's completion script. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell];
}
