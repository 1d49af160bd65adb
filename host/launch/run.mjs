import { spawn } from 'node:child_process'

/**
 * Runs a program to its end and returns its exit code and its output: standard output and error in the order of arrival (empty with
 * `stdio: 'inherit'`). A killed program has code 1. Rejects only if the program cannot be started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}
