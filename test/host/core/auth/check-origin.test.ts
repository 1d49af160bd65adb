import { expect } from 'chai'
import { checkOrigin } from '../../../../host/core/auth/origin.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'

const caller = createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions: ['*'] })
const cookie = { caller, by: 'cookie' } as const
const bearer = { caller, by: 'bearer' } as const
const cli = { caller, by: 'cli' } as const

describe('A request that changes something', () => {
  const cases = [
    ['taken', cookie, { 'sec-fetch-site': 'same-origin' }, 'a page of the platform'],
    ['taken', cookie, { 'sec-fetch-site': 'none' }, 'the address bar'],
    ['taken', cookie, { origin: 'https://atrium.example' }, 'a browser that tells only the origin'],
    ['taken', cookie, { origin: 'https://ATRIUM.example:443' }, 'an origin written another way'],
    ['taken', bearer, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 'a program with a token'],
    ['taken', cli, { origin: 'https://evil.example' }, 'the command line'],
    ['taken', undefined, {}, 'a program that signs in'],
    ['taken', undefined, { 'sec-fetch-site': 'same-origin' }, 'the sign-in page'],
    ['refused', cookie, {}, 'a cookie and no word of where from'],
    ['refused', cookie, { 'sec-fetch-site': 'same-site' }, 'a neighbouring subdomain'],
    ['refused', cookie, { 'sec-fetch-site': 'cross-site' }, 'another site'],
    ['refused', cookie, { origin: 'https://evil.example' }, 'another origin'],
    ['refused', cookie, { origin: 'https://atrium.example.evil.example' }, 'an origin that begins alike'],
    ['refused', cookie, { origin: 'https://atrium.example:8443' }, 'another port'],
    ['refused', cookie, { origin: 'null' }, 'a sandboxed page'],
    ['refused', cookie, { origin: 'file://' }, 'a file'],
    ['refused', cookie, { origin: '' }, 'an empty origin'],
    ['refused', undefined, { origin: 'https://evil.example' }, 'another site that signs somebody in'],
    ['refused', undefined, { 'sec-fetch-site': 'cross-site' }, 'another site that tells no origin'],
  ] as const
  for (const [outcome, identity, headers, what] of cases) {
    it(`is ${outcome} from ${what}`, () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const check = () => checkOrigin({ method, identity, headers, host: 'atrium.example' })
        if (outcome === 'taken') expect(check).to.not.throw()
        else expect(check).to.throw().with.include({ code: 'origin_refused', status: 403 })
      }
    })
  }

  it('is distinguished from one that only reads', () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(() => checkOrigin({ method, identity: cookie, headers, host: 'atrium.example' })).to.not.throw()
    }
  })
})
