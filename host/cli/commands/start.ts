import { Command } from 'commander'
import { projectDirectory } from '../project-directory.ts'

/** `atrium start`: becomes the host, until SIGINT or SIGTERM. */
export function startCommand(): Command {
  return new Command('start').description('start a host as the environment says').action(async () => {
    process.chdir(projectDirectory(process.cwd()))
    await import('../start.ts')
  })
}
