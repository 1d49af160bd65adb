import { expect } from 'chai'
import { checkPassword } from '../../../../host/core/sign-in/passwords.ts'

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.org' }

describe('The passwords that are easy to guess', () => {
  const refused = [
    'password1234',
    'Password-1234!',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'abababababab',
    'correct horse battery staple',
    'AdaLovelace!',
    'ada.lovelace@example.org',
    'Lovelace1234',
    'administrator',
    'letmein-letmein',
    'dragon-monkey-dragon',
  ]
  for (const password of refused) {
    it(`include ${password}`, () => {
      expect(() => checkPassword(password, ada))
        .to.throw('easy to guess')
        .with.nested.property('options.errors.password')
    })
  }

  const taken = [
    'seven small boats at dusk',
    'xK3!v9Lq#2mW',
    'Ada rides a green tram',
    'дождь над рекой',
    '猫が窓の外を静かに見ている夜',
  ]
  for (const password of taken) {
    it(`do not include ${password}`, () => expect(() => checkPassword(password, ada)).to.not.throw())
  }

  it('do not depend on a short name that is part of many words', () => {
    expect(() => checkPassword('solid marble lamp', { name: 'Li', email: 'a@b.ch' })).to.not.throw()
  })
})
