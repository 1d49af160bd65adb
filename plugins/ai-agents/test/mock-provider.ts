import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** One answer of the server, for messages that contain its word: see the fixtures of `@copilotkit/aimock`. */
export interface Fixture {
  readonly match: Readonly<Record<string, unknown>>
  readonly response: Readonly<Record<string, unknown>>
  readonly [option: string]: unknown
}

/** A request, as the server saw it. */
export interface Journaled {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly messages: { role: string; content: unknown }[]; readonly [member: string]: unknown }
}

/** `@copilotkit/aimock` in a process of its own: it speaks as OpenAI's and Anthropic's servers do. */
export interface MockProvider extends AsyncDisposable {
  /** Ends with `/v1`. */
  readonly url: string
  /** The requests since the last call. */
  asked(): Promise<readonly Journaled[]>
}

const SERVER = `
import { LLMock } from '@copilotkit/aimock'
process.stdin.on('end', () => process.exit())
let text = ''
for await (const chunk of process.stdin) { text += chunk; if (text.endsWith('\\n')) break }
const mock = new LLMock({ port: 0 })
mock.addFixtures(JSON.parse(text))
console.log(await mock.start())
setInterval(() => undefined, 60_000)
`

/** Starts the server. The caller disposes of it. */
export async function startMockProvider(fixtures: readonly Fixture[]): Promise<MockProvider> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SERVER], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(fixtures)}\n`)
  const [address] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server ended before it listened.'))),
  ])) as [string]
  return {
    url: `${address}/v1`,
    asked: async () => {
      const entries = (await (await fetch(`${address}/__aimock/journal`)).json()) as Journaled[]
      await fetch(`${address}/__aimock/reset/journal`, { method: 'POST' })
      return entries.filter(({ path }) => path.startsWith('/v1/'))
    },
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
