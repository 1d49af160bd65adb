import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAtrium } from '../helpers/run-atrium.ts'
import { ROOT, startAtrium } from '../bench/start-atrium.ts'

/** A host with the data of `atrium seed`. */
export interface SeededHost extends AsyncDisposable {
  readonly url: string
  /** A link with which somebody signs in once: a person by e-mail, or the operator. */
  signInLink(email?: string): Promise<string>
}

/**
 * The running host of `ATRIUM_DATA_DIR`, or else a new one with data of its own, which ends with the script. Its empty plugins are
 * filled with example data.
 */
export async function openPractice(given = process.env['ATRIUM_DATA_DIR']): Promise<SeededHost> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'atrium-screenshots-')))
  const atrium = given === undefined ? await startAtrium({ dataDir, env: { NODE_ENV: 'development' } }) : undefined
  const run = async <Value>(...args: string[]): Promise<Value> => {
    const outcome = await runAtrium([...args, '--json'], { cwd: ROOT, env: { ATRIUM_DATA_DIR: dataDir } })
    if (outcome.code !== 0) throw new Error(`[atrium ${args.join(' ')}] failed: ${outcome.stderr}`)
    return outcome.json<Value>()
  }
  await run('seed')
  const signInLink = async (email?: string): Promise<string> => {
    const { url } = await run<{ url: string }>('sign-in-link', ...(email === undefined ? [] : [email]))
    return url
  }
  return {
    url: new URL(await signInLink()).origin,
    signInLink,
    [Symbol.asyncDispose]: async () => {
      await atrium?.[Symbol.asyncDispose]()
      if (given === undefined) await rm(dataDir, { recursive: true })
    },
  }
}
