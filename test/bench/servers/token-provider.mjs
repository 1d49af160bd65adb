// A provider of models that speaks as OpenAI's does. To `Count 17 to 500` it answers `17.1 17.2 … 17.500 `, a token every 20 ms, each in
// an event of its own. A token that is late does not delay the next ones.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const TOKEN_MS = 20

createServer((request, response) => void answer(request, response)).listen(Number(process.env['PORT']), '127.0.0.1')

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  if (request.method === 'GET') return void response.end()
  const { messages } = /** @type {{ messages: { content: unknown }[] }} */ (await json(request))
  const [, chat, last] = /Count (\d+) to (\d+)/.exec(JSON.stringify(messages.at(-1)?.content)) ?? []
  stream(response, { chat: Number(chat), last: Number(last) })
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {{ chat: number, last: number }} wanted
 */
function stream(response, { chat, last }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const begun = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(last, Math.floor((performance.now() - begun) / TOKEN_MS))
    while (sent < due) response.write(event({ delta: { content: `${chat}.${(sent += 1)} ` } }))
    if (sent < last) return
    clearInterval(timer)
    const usage = { prompt_tokens: 100, completion_tokens: last, total_tokens: 100 + last }
    response.end(`${event({ delta: {}, finish_reason: 'stop' }, { usage })}data: [DONE]\n\n`)
  }, TOKEN_MS)
  response.on('close', () => clearInterval(timer))
}

/**
 * @param {object} choice
 * @param {object} more
 */
function event(choice, more = {}) {
  const base = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'small' }
  return `data: ${JSON.stringify({ ...base, choices: [{ index: 0, ...choice }], ...more })}\n\n`
}
