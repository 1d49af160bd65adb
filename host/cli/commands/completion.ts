import { Argument, Command } from 'commander'
import type { CommandLine } from './command-line.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** `atrium completion <shell>` */
export function completionCommand(cli: CommandLine): Command {
  return new Command('completion')
    .description('print a script that completes commands and options; for bash: source <(atrium completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell, _options: object, command: Command) => {
      const words = wordsOf(rootOf(command))
      const script = SCRIPTS[shell](words)
      cli.print({ shell, script }, () => script)
    })
}

/** What may follow the commands that were typed so far, by those commands: `plugins` is followed by `list`, `show`, … */
type Words = ReadonlyMap<string, readonly { readonly word: string; readonly description: string }[]>

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent))

function wordsOf(root: Command): Words {
  const words = new Map<string, { word: string; description: string }[]>()
  const globals = optionsOf(root)
  const visit = (command: Command, path: string) => {
    const children = command.commands.map((child) => ({ word: child.name(), description: child.description() }))
    words.set(path, [...children, ...(command === root ? [] : optionsOf(command)), ...globals])
    for (const child of command.commands) visit(child, `${path} ${child.name()}`.trim())
  }
  visit(root, '')
  return words
}

const optionsOf = (command: Command) =>
  command.options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))

const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash: (words) =>
    [
      '_atrium() {',
      '  local path="" word',
      '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="${path:+$path }$word"; done',
      '  case "$path" in',
      ...[...words].map(
        ([path, next]) =>
          `    ${quoted(path)}) COMPREPLY=($(compgen -W ${quoted(listOf(next))} -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`,
      ),
      '    *) COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")) ;;',
      '  esac',
      '}',
      'complete -F _atrium atrium',
    ].join('\n'),
  zsh: (words) =>
    [
      '#compdef atrium',
      '_atrium() {',
      '  local path_="" word',
      '  for word in "${(@)words[2,CURRENT-1]}"; do [[ $word == -* ]] || path_="${path_:+$path_ }$word"; done',
      '  local -a next',
      '  case "$path_" in',
      ...[...words].map(([path, next]) => {
        const described = next.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', ' ')}`))
        return `    ${quoted(path)}) next=(${described.join(' ')}); _describe atrium next ;;`
      }),
      '    *) _files ;;',
      '  esac',
      '}',
      'compdef _atrium atrium',
    ].join('\n'),
  fish: (words) =>
    [
      'function __atrium_path',
      "  string join ' ' -- (string match -v -- '-*' (commandline -opc)[2..-1])",
      'end',
      ...[...words].flatMap(([path, next]) =>
        next.map(({ word, description }) => {
          const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
          return `complete -c atrium -n 'test (__atrium_path) = "${path}"' ${what} -d ${quoted(description)}`
        }),
      ),
    ].join('\n'),
}

const listOf = (next: readonly { readonly word: string }[]) => next.map(({ word }) => word).join(' ')

/** A word of a shell; none of them expands anything between single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
