import { runCommandLine } from './run-command-line.ts'

/** Importing this file runs the command line of the process. */
process.exitCode = await runCommandLine(process.argv.slice(2))
