import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { KeyRing } from '../../../../host/base/secrets/key-ring.ts'

/** Sealed by the first version with a key of zeros. */
const OF_VERSION_1 = 'v1.e167hVim.wJR6OYUzHshwhyk2.K7GJzxhHjw.LoaSpjZmWdPRhtFcBqT8hQ'
const PLACE = { plugin: 'ai-agents', place: 'ai_agents_connectors/7/api_key' }

describe('A key ring', () => {
  const key = randomBytes(32)
  const ring = new KeyRing(key)

  it('opens what it sealed, and seals the same text differently each time', () => {
    for (const text of ['', 'sk-1234', 'ein Schlüssel 🗝', '\0']) {
      const [one, other] = [ring.seal(text, PLACE), ring.seal(text, PLACE)]
      expect(one).to.match(/^v2\.[\w-]{8}\.[\w-]{22}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/)
      expect(one).not.to.equal(other)
      expect(ring.open(one, PLACE)).to.equal(text)
    }
  })

  it('opens nothing in another place or for another plugin', () => {
    const sealed = ring.seal('sk-1234', PLACE)
    const code = { code: 'secret_refused' }
    expect(() => ring.open(sealed, { ...PLACE, place: 'ai_agents_connectors/8/api_key' }))
      .to.throw()
      .that.includes(code)
    expect(() => ring.open(sealed, { ...PLACE, plugin: 'fleet' }))
      .to.throw()
      .that.includes(code)
  })

  it('opens nothing that was changed anywhere', () => {
    const parts = ring.seal('sk-1234', PLACE).split('.')
    for (const index of [2, 3, 4, 5]) {
      const bytes = Buffer.from(parts[index] ?? '', 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      const changed = parts.with(index, bytes.toString('base64url')).join('.')
      expect(() => ring.open(changed, PLACE), `part ${index}`)
        .to.throw()
        .that.includes({ code: 'secret_refused' })
    }
    const cut = parts.with(5, (parts[5] ?? '').slice(0, 6)).join('.')
    expect(() => ring.open(cut, PLACE))
      .to.throw()
      .that.includes({ code: 'secret_refused' })
  })

  it('recognizes a text that was not sealed', () => {
    for (const text of ['', 'sk-1234', 'v2.a.b.c.d', 'v1.a.b.c', 'v1.a.b.c.d.e', 'v1.a.$.c.d', 'v2.a.b.c.d.e.f'])
      expect(() => ring.open(text, PLACE), text)
        .to.throw()
        .that.includes({ code: 'secret_malformed' })
  })

  it('opens with a key that no longer seals until the key is removed', () => {
    const sealed = ring.seal('sk-1234', PLACE)
    const next = randomBytes(32)
    expect(new KeyRing(next, [key]).open(sealed, PLACE)).to.equal('sk-1234')
    expect(() => new KeyRing(next).open(sealed, PLACE)).to.throw(
      /\[ai_agents_connectors\/7\/api_key\].*ATRIUM_SECRET_KEY/,
    )
    expect(() => new KeyRing(next).open(sealed, PLACE))
      .to.throw()
      .that.includes({ code: 'secret_key_unknown' })
  })

  it('opens what the first version sealed, and seals it anew if its place is known', () => {
    const zeros = new KeyRing(Buffer.alloc(32))
    const place = { plugin: 'crm', place: 'accounts/1/token' }
    expect(zeros.open(OF_VERSION_1, place)).to.equal('hunter2')
    const next = new KeyRing(randomBytes(32), [Buffer.alloc(32)])
    expect(next.reseal(OF_VERSION_1)).to.equal(OF_VERSION_1)
    expect(next.open(next.reseal(OF_VERSION_1, place), place)).to.equal('hunter2')
  })

  it('seals anew what other keys have sealed, wherever it stands in a text, and for its own place only', () => {
    const next = new KeyRing(randomBytes(32), [key])
    const foreign = new KeyRing(randomBytes(32)).seal('of another host', PLACE)
    const text = JSON.stringify({ api_key: ring.seal('sk-1234', PLACE), foreign, list: [ring.seal('sk-5678', PLACE)] })
    const resealed = JSON.parse(next.reseal(text)) as { api_key: string; foreign: string; list: [string] }
    expect(resealed.foreign).to.equal(foreign)
    expect(next.open(resealed.api_key, PLACE)).to.equal('sk-1234')
    expect(next.open(resealed.list[0], PLACE)).to.equal('sk-5678')
    expect(() => ring.open(resealed.api_key, PLACE)).to.throw('does not have')
    expect(() => next.open(resealed.api_key, { ...PLACE, place: 'elsewhere' })).to.throw('sealed for another')
    expect(next.reseal(next.reseal(text))).to.have.lengthOf(text.length)
    expect(next.formerKeys).to.have.lengthOf(1)
  })

  it('reveals neither the secret nor the key when it refuses', () => {
    const sealed = ring.seal('sk-1234', PLACE)
    for (const refuse of [() => ring.open(sealed, { ...PLACE, plugin: 'x' }), () => ring.open('sk-1234', PLACE)])
      expect(refuse)
        .to.throw()
        .and.not.to.match(/sk-1234/)
  })
})
