export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Word {
  readonly word: string
  readonly description: string
}

/** The completions of a command. */
export interface CompletedCommand {
  /** The words that select it: `plugins list`; empty for the program itself. */
  readonly path: string
  /** Its commands, and the choices of its argument. */
  readonly words: readonly Word[]
  readonly options: readonly Word[]
  readonly takesFiles: boolean
}

/** All completions. */
export interface Completion {
  readonly commands: readonly CompletedCommand[]
  /** The options with a value, and whether they take more than one. */
  readonly valued: ReadonlyMap<string, 'one' | 'many'>
}

/**
 * The scripts that complete the command line. Each first finds the command: it skips options and their values, and treats a word as a
 * command only if one of that name exists; every other word is an argument.
 */
export const SCRIPTS: Record<Shell, (completion: Completion) => string> = {
  bash: ({ commands, valued }) =>
    [
      '_atrium() {',
      '  local at="" word value="" current="${COMP_WORDS[COMP_CWORD]}" words="" files=""',
      '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
      // Bash splits words at these characters, so `--url=http://a:1` becomes seven.
      '    if [[ $word == [=:] ]]; then value=one; continue; fi',
      '    if [[ -n $value && $word != -* ]]; then [[ $value == many ]] || value=""; continue; fi',
      '    value=""',
      '    case "$word" in',
      `      ${namesOf(valued, 'one')}) value=one ;;`,
      `      ${namesOf(valued, 'many')}) value=many ;;`,
      '      -*) ;;',
      `      *) case "$at $word" in ${pathsOf(commands)}) at="$at $word" ;; esac ;;`,
      '    esac',
      '  done',
      '  COMPREPLY=()',
      '  if [[ $current == [=:] || ( $value == one && $current != -* ) ]]; then return; fi',
      '  case "$at" in',
      ...commands.map(
        ({ path, words, options, takesFiles }) =>
          `    ${quoted(below(path))}) words=${quoted(listOf(words))}; [[ $current == -* ]] && words=${quoted(listOf(options))}; files=${takesFiles ? 'yes' : ''} ;;`,
      ),
      '  esac',
      '  if [[ -n $files && $current != -* ]]; then',
      '    compopt -o filenames 2>/dev/null',
      "    local IFS=$'\\n'",
      '    COMPREPLY=($(compgen -f -- "$current"))',
      '  else',
      '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
      '  fi',
      '}',
      'complete -F _atrium atrium',
    ].join('\n'),
  zsh: ({ commands, valued }) =>
    [
      '#compdef atrium',
      '_atrium() {',
      '  local at="" word value="" current="${words[CURRENT]}"',
      '  for word in "${(@)words[2,CURRENT-1]}"; do',
      '    if [[ -n $value && $word != -* ]]; then [[ $value == many ]] || value=""; continue; fi',
      '    value=""',
      '    case "$word" in',
      `      (${namesOf(valued, 'one')}) value=one ;;`,
      `      (${namesOf(valued, 'many')}) value=many ;;`,
      '      (-*) ;;',
      `      (*) case "$at $word" in (${pathsOf(commands)}) at="$at $word" ;; esac ;;`,
      '    esac',
      '  done',
      '  if [[ $value == one && $current != -* ]]; then return 1; fi',
      '  local -a next options',
      '  case "$at" in',
      ...commands.map(({ path, words, options, takesFiles }) => {
        const files = takesFiles ? ' [[ $current == -* ]] || _files;' : ''
        return `    (${quoted(below(path))}) next=(${describedIn(words)}); options=(${describedIn(options)});${files} ;;`
      }),
      '  esac',
      '  if [[ $current == -* ]]; then _describe option options; else _describe command next; fi',
      '}',
      'compdef _atrium atrium',
    ].join('\n'),
  fish: ({ commands, valued }) =>
    [
      'function __atrium_at',
      '  set -l at; set -l value',
      '  for word in (commandline -opc)[2..-1]',
      '    if test -n "$value"; and not string match -q -- \'-*\' $word',
      '      test "$value" = many; or set value',
      '      continue',
      '    end',
      '    set value',
      '    switch $word',
      `      case ${namesOf(valued, 'one', ' ')}; set value one`,
      `      case ${namesOf(valued, 'many', ' ')}; set value many`,
      "      case '-*'",
      `      case '*'; contains -- "$at $word" ${pathsOf(commands, ' ')}; and set at "$at $word"`,
      '    end',
      '  end',
      '  test "$value" != one; and test "$at" = "$argv[1]"',
      'end',
      'complete -c atrium -f',
      ...commands.flatMap(({ path, words, options, takesFiles }) => {
        const here = `complete -c atrium -n '__atrium_at "${below(path)}"'`
        return [
          ...words.map(({ word, description }) => `${here} -a ${word} -d ${quoted(description)}`),
          ...options.map(({ word, description }) => {
            const value = valued.has(word) ? ' -r' : ''
            return `${here} -l ${word.slice(2)}${value} -d ${quoted(description)}`
          }),
          ...(takesFiles ? [`${here} -F`] : []),
        ]
      }),
    ].join('\n'),
}

/** A path as the scripts build it, with a space before each command. */
const below = (path: string) => (path === '' ? '' : ` ${path}`)

const pathsOf = (commands: readonly CompletedCommand[], between = '|') =>
  commands.flatMap(({ path }) => (path === '' ? [] : [quoted(below(path))])).join(between)

const namesOf = (valued: Completion['valued'], kind: 'one' | 'many', between = '|') =>
  [...valued].flatMap(([name, takes]) => (takes === kind ? [name] : [])).join(between)

const describedIn = (words: readonly Word[]) =>
  words.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', ' ')}`)).join(' ')

const listOf = (words: readonly Word[]) => words.map(({ word }) => word).join(' ')

/** A quoted word of a shell; no shell expands anything between single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
