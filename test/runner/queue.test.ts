import { expect } from 'chai'
import { Queue } from './queue.mjs'

describe('The queue of test files', () => {
  const gate = (name: string) => {
    let settle: (isOpen: boolean) => void = () => undefined
    const opens = new Promise<boolean>((resolve) => (settle = resolve))
    return { opens, holds: (task: string) => task.includes(name), settle: (isOpen: boolean) => settle(isOpen) }
  }

  it('gives each task once, in order, to whoever asks', async () => {
    const queue = new Queue(['a', 'b'], [])
    expect(await Promise.all([queue.next(), queue.next(), queue.next()])).to.deep.equal(['a', 'b', undefined])
  })

  it('gives what is preferred before the others, unless it is held back', async () => {
    const build = gate('build')
    const queue = new Queue(['a', 'build page', 'page', 'b'], [build])
    const isPage = (task: string) => task.includes('page')
    expect([await queue.next(isPage), await queue.next(isPage)]).to.deep.equal(['page', 'a'])
    build.settle(true)
    await build.opens
    expect([await queue.next(isPage), await queue.next(isPage)]).to.deep.equal(['build page', 'b'])
  })

  it('gives what a gate holds only when it is open, and what two hold when both are', async () => {
    const [build, driver] = [gate('build'), gate('driver')]
    const queue = new Queue(['build driver', 'build', 'none'], [build, driver])
    expect(await queue.next()).to.equal('none')
    const [next, last] = [queue.next(), queue.next()]
    build.settle(true)
    expect(await next).to.equal('build')
    driver.settle(true)
    expect(await last).to.equal('build driver')
  })

  it('leaves out what is held by a gate that never opens', async () => {
    const [build, driver] = [gate('build'), gate('driver')]
    const queue = new Queue(['build driver', 'driver'], [build, driver])
    const [next, last] = [queue.next(), queue.next()]
    build.settle(false)
    driver.settle(true)
    expect(await Promise.all([next, last])).to.deep.equal(['driver', undefined])
  })
})
