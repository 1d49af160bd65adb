import { Argument, Command } from 'commander'
import type { CommandLine } from './command-line.ts'
import { type Completion, type CompletedCommand, SCRIPTS, SHELLS, type Shell } from '../output/completion-scripts.ts'

/** `atrium completion <shell>` */
export function completionCommand(cli: CommandLine): Command {
  return new Command('completion')
    .description('print a shell script that completes commands and options; for bash: source <(atrium completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell, _options: object, command: Command) => {
      const script = SCRIPTS[shell](completionOf(rootOf(command)))
      cli.print({ shell, script }, () => script)
    })
}

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent))

/** The words that can be typed after each command. */
function completionOf(root: Command): Completion {
  const commands: CompletedCommand[] = []
  const valued = new Map<string, 'one' | 'many'>()
  const globals = optionsOf(root)
  const visit = (command: Command, path: string) => {
    const children = command.commands.map((child) => ({ word: child.name(), description: child.description() }))
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
    commands.push({
      path,
      words: [...children, ...choices.map((word) => ({ word, description: '' }))],
      options: [...(command === root ? [] : optionsOf(command)), ...globals],
      takesFiles: command.registeredArguments.some(takesFile),
    })
    for (const { long, required, optional, variadic } of command.options)
      if (long && (required || optional)) valued.set(long, variadic ? 'many' : 'one')
    for (const child of command.commands) visit(child, `${path} ${child.name()}`.trim())
  }
  visit(root, '')
  return { commands, valued }
}

/** According to its name or its description. */
const takesFile = (argument: Argument) => /\b(file|folder)\b/.test(`${argument.name()} ${argument.description}`)

const optionsOf = (command: Command) =>
  command.options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))
