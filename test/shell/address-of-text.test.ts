import { expect } from 'chai'
import { addressOfText } from '../../host/shell/src/values/address-of-text.ts'

describe('where a text leads', () => {
  const LEADS: [text: string, address: string | undefined][] = [
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['/operations/items/3', '/operations/items/3'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['ada?bcc=eve@example.com', 'mailto:ada%3Fbcc%3Deve@example.com'],
    ['+44 (20) 7946-0958', 'tel:+442079460958'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,hello', undefined],
    ['//elsewhere.example/a', undefined],
    ['/\\elsewhere.example/a', undefined],
    ['http://', undefined],
    ['a word', undefined],
    ['12', undefined],
  ]
  for (const [text, address] of LEADS)
    it(`is ${address ?? 'nowhere'} for ${text}`, () => expect(addressOfText(text)).to.equal(address))
})
