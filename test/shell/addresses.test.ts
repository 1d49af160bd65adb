import { createMemoryHistory } from '@tanstack/react-router'
import { expect } from 'chai'
import { fillPath } from '../../host/shell/src/api/paths.ts'
import { matchScreen, parseSearch, stringifySearch } from '../../host/shell/src/screen/addresses.ts'
import { isOutside, nextAddress, openSignIn, signInAddress } from '../../host/shell/src/session/sign-in-address.ts'

const screens = [
  { path: '/operations/items' },
  { path: '/operations/items/create' },
  { path: '/operations/items/:id' },
  { path: '/operations/items/:id/edit' },
]

describe('the screen of a path', () => {
  it('is found, with the id of its record', () => {
    expect(matchScreen(screens, '/operations/items/7')).to.deep.equal({ screen: screens[2], recordId: '7' })
    expect(matchScreen(screens, '/operations/items/a%2Fb/edit')).to.deep.equal({ screen: screens[3], recordId: 'a/b' })
  })

  it('is the one with the literal path if both match', () => {
    expect(matchScreen(screens, '/operations/items/create')?.screen).to.equal(screens[1])
  })

  it('takes a segment that is not valid percent-encoding literally', () => {
    expect(matchScreen(screens, '/operations/items/50%')).to.deep.equal({ screen: screens[2], recordId: '50%' })
    expect(matchScreen(screens, '/operations/items/%E0%A4%A/edit')?.recordId).to.equal('%E0%A4%A')
  })

  it('ignores a slash at the end, and is null if no screen matches', () => {
    expect(matchScreen(screens, '/operations/items/')?.screen).to.equal(screens[0])
    expect(matchScreen(screens, '/operations/items/7/print')).to.be.null
    expect(matchScreen(screens, '/operations')).to.be.null
  })
})

describe('a path with the id of a record', () => {
  it('gets the id in place of {id} and :id, and nowhere else', () => {
    expect(fillPath('/api/v1/template/items/{id}/retire', 7)).to.equal('/api/v1/template/items/7/retire')
    expect(fillPath('/operations/items/:id/edit', 7)).to.equal('/operations/items/7/edit')
    expect(fillPath('/operations/items/:identity', 7)).to.equal('/operations/items/:identity')
    expect(fillPath('/x/{parent_id}/notes/{id}', 7, 'a/b')).to.equal('/x/a%2Fb/notes/7')
  })

  it('keeps any id in one segment', () => {
    expect(fillPath('/x/{id}', '../../etc?a=1#b')).to.equal('/x/..%2F..%2Fetc%3Fa%3D1%23b')
  })
})

describe('the query of an address', () => {
  it('keeps values as text, and repeated names in their order', () => {
    expect(parseSearch('?id=007&status=a&status=b&flag=true')).to.deep.equal({
      id: '007',
      status: ['a', 'b'],
      flag: 'true',
    })
  })

  it('survives reading and writing unchanged', () => {
    for (const query of ['', '?q=a+b', '?status=a&status=b&_page=2', '?q=%C3%BC%26']) {
      expect(stringifySearch(parseSearch(query))).to.equal(query)
    }
  })
})

describe('the address after sign-in', () => {
  it('is the one that was opened before', () => {
    const address = signInAddress('/operations/items?status=draft')
    expect(nextAddress(address.slice('/sign-in'.length))).to.equal('/operations/items?status=draft')
    expect(signInAddress('/')).to.equal('/sign-in')
  })

  it('is never that of the sign-in itself, however many notice that the session has ended', () => {
    const history = createMemoryHistory({ initialEntries: ['/operations/items?q=oak'] })
    // A request notices it, and then the live connection.
    openSignIn(history)
    openSignIn(history)
    expect(history.location.href).to.equal('/sign-in?next=%2Foperations%2Fitems%3Fq%3Doak')
  })

  it('is never on another site', () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      expect(nextAddress(`?next=${encodeURIComponent(next)}`), next).to.equal('/')
    }
  })

  it('may be a page of this host outside of the shell', () => {
    expect(['/docs', '/docs?plugin=template', '/api/v1/openapi.json'].every(isOutside)).to.be.true
    expect(['/', '/operations', '/docs-of-mine/items'].some(isOutside)).to.be.false
  })
})
