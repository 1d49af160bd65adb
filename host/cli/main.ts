import { runCommandLine } from './run-command-line.ts'

// Whoever reads the output may stop reading, as `head` does. Without a listener, the error would end the command with a stack.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

/** Importing this file runs the command line of the process. */
process.exitCode = await runCommandLine(process.argv.slice(2))
