import { expect } from 'chai'
import { findFreePort } from './find-free-port.ts'

describe('A free port for a test', () => {
  it('is not one that the system gives to a connection or to another server before the test uses it', async () => {
    const ports = new Set<number>()
    for (let count = 0; count < 20; count += 1) ports.add(await findFreePort())
    expect(ports).to.have.property('size', 20)
    for (const port of ports) expect(port).to.be.below(32_768).and.above(1_024)
  })
})
