import { expect } from 'chai'
import { redactor } from '../src/model/redact.ts'

const KEY = 'sk-canary_93b1C07aa5/d24e6f8b10'
const redact = redactor(KEY)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('What a provider says', () => {
  const repeated: Readonly<Record<string, string>> = {
    'as it is': KEY,
    'in quotes, cut at both ends': `"${KEY.slice(4, -4)}"`,
    'in base64': base64(KEY),
    'in base64 behind another word': base64(`Bearer ${KEY}`),
    'in base64 behind a name': base64(`me:${KEY}`),
    'in base64 for addresses': Buffer.from(`a${KEY}`).toString('base64url'),
    'in hexadecimal digits': Buffer.from(KEY).toString('hex').toUpperCase(),
    'in an address': `?key=${encodeURIComponent(KEY)}`,
    'in capitals': KEY.toUpperCase(),
    'with a space between its characters': [...KEY].join(' '),
    'on several lines': KEY.replaceAll(/(.{5})/g, '$1\n'),
    'in several texts': `"${KEY.slice(0, 9)}" + "${KEY.slice(9)}"`,
  }
  for (const [how, text] of Object.entries(repeated))
    it(`is shown without the key ${how}`, () => {
      const shown = redact(`Wrong key ${text} given.`)
      expect(shown)
        .to.contain('•••')
        .and.match(/^Wrong key /)
      const letters = shown.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
      for (const form of [KEY, text].map((each) => each.toLowerCase().replaceAll(/[^a-z0-9]/g, '')))
        for (let at = 4; at + 12 <= form.length - 4; at += 1) expect(letters).not.to.contain(form.slice(at, at + 12))
    })

  it('stays as it is where it has nothing of the key', () => {
    const text =
      'Rate limit reached for gpt-large in organization org-1: limit 3, requested 4. Visit https://example.org/limits.'
    expect(redact(text)).to.equal(text)
    expect(redactor(undefined)(text)).to.equal(text)
    expect(redactor('')(text)).to.equal(text)
  })

  it('is shown without a short key, and without one of signs alone', () => {
    expect(redactor('abc12')('The key abc12 is wrong.')).to.equal('The key ••• is wrong.')
    expect(redactor('!?$%')('The key !?$% is wrong.')).to.equal('The key ••• is wrong.')
  })
})
