import { expect } from 'chai'
import { DeltaMerger } from '../src/model/merge-deltas.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** Events of OpenAI's chat completions. */
const openAi = (choice: object, more: object = {}) =>
  data({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, ...choice }], ...more })
const says = (content: string, more: object = {}) => openAi({ delta: { content }, finish_reason: null }, more)
const calls = (text: string) =>
  openAi({ delta: { content: '', tool_calls: [{ index: 0, function: { arguments: text } }] }, finish_reason: null })
const END = `${openAi({ delta: {}, finish_reason: 'stop' }, { usage: { total_tokens: 7 } })}data: [DONE]\n\n`

/** Events of Anthropic's messages. */
const anthropic = (type: string, more: object) => `event: ${type}\n${data({ type, ...more })}`
const writes = (text: string, index = 0) =>
  anthropic('content_block_delta', { index, delta: { type: 'text_delta', text } })

const mergedAtOnce = (text: string) => {
  const merger = new DeltaMerger()
  return merger.add(text) + merger.end()
}

describe('Events of a model that only add text', () => {
  it('become one event if they come together', () => {
    expect(mergedAtOnce(says('Hel') + says('lo, ') + says('you "\\\n😀') + END)).to.equal(
      says('Hello, you "\\\n😀') + END,
    )
    expect(mergedAtOnce(writes('Hel') + writes('lo'))).to.equal(writes('Hello'))
  })

  it('become one although OpenAI pads each differently', () => {
    const padded = says('a', { obfuscation: 'Xy' }) + says('b', { obfuscation: 'aWq8' })
    expect(mergedAtOnce(padded)).to.equal(says('ab'))
  })

  it('stay apart if another event comes between them, or if they differ in anything else', () => {
    for (const apart of [
      says('a') + calls('{') + says('b'),
      says('a') + says('b', { id: 'y' }),
      writes('a', 0) + writes('b', 1),
      writes('a') + anthropic('ping', {}) + writes('b'),
    ])
      expect(mergedAtOnce(apart)).to.equal(apart)
  })

  it('take no longer where an event is made to be hard to read', () => {
    const hard = [`data: {${',"text":""'.repeat(120_000)}\ndata: }\n\n`, `data: {${',"text":""}'.repeat(120_000)}]\n\n`]
    const startedAt = performance.now()
    for (const event of hard) expect(mergedAtOnce(event)).to.equal(event)
    // Milliseconds are enough. With the square of the length it would be minutes, on any machine.
    expect(performance.now() - startedAt).to.be.below(20_000)
  })

  const untouched: Readonly<Record<string, string>> = {
    'calls of tools': calls('{"content":"a"') + calls('}') + calls(''),
    'arguments of calls at Anthropic': [1, 2]
      .map(() => anthropic('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: '1' } }))
      .join(''),
    'probabilities of tokens': [1, 2]
      .map(() => openAi({ delta: { content: 'a' }, logprobs: { content: [] } }))
      .join(''),
    'the last event, usage and errors': says('a') + END + data({ error: { message: 'down' } }),
    'texts that look like events': says('{"choices":[{"delta":{"content":"x"}}]}') + END,
    'what is no JSON': 'data: {"choices":[{"delta":{"content":"a"}}\n\ndata: {"choices":[{"delta":{"content":"a"}}\n\n',
    'wrong escapes': 'data: {"choices":[{"delta":{"content":"\\q"}}]}\n\n',
    'comments, other lines, and an end in the middle': `: hello\n\nretry: 5\nid: 3\ndata: 1\ndata: 2\n\n${says('a').slice(0, 40)}`,
  }
  for (const [what, text] of Object.entries(untouched))
    it(`leave alone ${what}`, () => expect(mergedAtOnce(text)).to.equal(text))

  it('mean the same wherever the stream is cut, with any line ends', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = (says('Hel') + says('lo') + calls('{') + says('é') + END).replaceAll('\n', end)
      for (let cut = 0; cut <= text.length; cut += 1) {
        const merger = new DeltaMerger()
        const merged = merger.add(text.slice(0, cut)) + merger.add(text.slice(cut)) + merger.end()
        expect(meaningOf(merged), `${JSON.stringify(end)} ${cut}`).to.equal(meaningOf(text))
      }
    }
  })

  it('are passed on at the latest when 64 kB have come without an end', () => {
    const merger = new DeltaMerger()
    const long = `data: ${'x'.repeat(70_000)}`
    expect(merger.add(long)).to.equal(long)
    expect(merger.end()).to.equal('')
  })
})

/** The text and everything else, whether the text comes in one event or in many. */
function meaningOf(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const texts = [...lines.matchAll(/"delta":\{"content":"(\w*)"\}/g)].map(([, each]) => each).join('')
  const others = lines.split('\n\n').filter((event) => !/"delta":\{"content":"\w*"\}/.test(event))
  return [texts, ...others].join('\n')
}
