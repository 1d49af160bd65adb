import { expect } from 'chai'
import { LiveConnection } from '../../host/shell/src/live/live-connection.ts'
import { surroundings } from './surroundings.ts'

const SUBSCRIBED = JSON.stringify({ namespace: 'shell', type: 'subscribed', payload: { version: 1 } })

function connection() {
  const around = surroundings()
  const heard: string[] = []
  const live = new LiveConnection(around, {
    onFrame: ({ type }) => heard.push(type),
    onTurnedAway: () => heard.push('turned away'),
    onSignedOut: () => heard.push('signed out'),
  })
  const last = () => around.sockets[around.sockets.length - 1]!
  const subscribe = () => {
    last().onOpen()
    last().onMessage(SUBSCRIBED)
  }
  return { live, around, heard, last, subscribe }
}

describe('the live connection', () => {
  it('subscribes once it is open and hands on what concerns the shell, and nothing else', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    expect(last().sent.map(({ type }) => type)).to.deep.equal(['subscribe'])
    last().onMessage(JSON.stringify({ namespace: 'shell', type: 'definitions.changed', payload: {} }))
    last().onMessage(JSON.stringify({ namespace: 'ai-agents', type: 'definitions.changed', payload: {} }))
    last().onMessage(JSON.stringify({ namespace: 'shell', type: 'of.a.newer.host', payload: {} }))
    expect(heard).to.deep.equal(['subscribed', 'definitions.changed'])
    expect(around.waits()).to.deep.equal([])
  })

  it('comes back after ever longer pauses, up to half a minute, and begins anew after a success', () => {
    const { around, last, subscribe } = connection()
    const pauses = Array.from({ length: 9 }, () => {
      last().onClose(1006)
      const [pause = 0] = around.waits()
      around.pass(pause)
      return pause
    })
    expect(pauses).to.deep.equal([375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500])
    subscribe()
    last().onClose(1001)
    expect(around.waits()).to.deep.equal([375])
  })

  it('gives up a socket over which no answer comes, and does not wait until it is closed', () => {
    const { around, last } = connection()
    last().onOpen()
    around.pass(10_000)
    expect(last().isClosed).to.equal(true)
    last().onClose(1006)
    expect(around.waits()).to.deep.equal([375])
  })

  it('tries nothing while nobody looks or there is no network, and at once when that ends', () => {
    const { around, last, subscribe } = connection()
    subscribe()
    around.isAway = true
    last().onClose(1006)
    around.pass(375)
    expect(around.sockets).to.have.length(1)
    expect(around.waits()).to.deep.equal([])
    around.isAway = false
    around.wake()
    expect(around.sockets).to.have.length(2)
  })

  it('asks a socket that slept whether it still lives, and replaces it where it does not', () => {
    const { around, last, subscribe } = connection()
    subscribe()
    around.wake()
    expect(last().sent).to.have.length(2)
    last().onMessage(SUBSCRIBED)
    around.pass(10_000)
    expect(around.sockets).to.have.length(1)
    around.wake()
    around.pass(10_000)
    around.pass(375)
    expect(around.sockets).to.have.length(2)
  })

  it('says when the host no longer knows who this is, and tries no more', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    last().onClose(4401)
    around.wake()
    expect(heard).to.deep.equal(['subscribed', 'signed out'])
    expect([around.sockets.length, around.waits()]).to.deep.equal([1, []])
  })

  it('says when an attempt did not come through, since the session may be over, but not when a connection breaks off', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    last().onClose(1006)
    expect(heard).to.deep.equal(['subscribed'])
    around.pass(375)
    last().onClose(1006)
    expect(heard).to.deep.equal(['subscribed', 'turned away'])
  })

  it('tries no more where one may not listen, but does where the host only failed', () => {
    const { around, last } = connection()
    const error = (status: number) => JSON.stringify({ namespace: 'shell', type: 'error', payload: { status } })
    last().onOpen()
    last().onMessage(error(503))
    expect(last().isClosed).to.equal(false)
    last().onMessage(error(403))
    expect([last().isClosed, around.waits()]).to.deep.equal([true, []])
  })

  it('ends for good when it is stopped', () => {
    const { live, around, heard, last, subscribe } = connection()
    subscribe()
    live.stop()
    last().onClose(1000)
    around.wake()
    expect(last().isClosed).to.equal(true)
    expect([heard, around.sockets.length, around.waits()]).to.deep.equal([['subscribed'], 1, []])
  })
})
