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
  it('subscribes when it opens, and passes on only messages for the shell', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    expect(last().sent.map(({ type }) => type)).to.deep.equal(['subscribe'])
    last().onMessage(JSON.stringify({ namespace: 'shell', type: 'definitions.changed', payload: {} }))
    last().onMessage(JSON.stringify({ namespace: 'ai-agents', type: 'definitions.changed', payload: {} }))
    last().onMessage(JSON.stringify({ namespace: 'shell', type: 'of.a.newer.host', payload: {} }))
    expect(heard).to.deep.equal(['subscribed', 'definitions.changed'])
    expect(around.waits()).to.deep.equal([])
  })

  it('reconnects after growing pauses up to half a minute, and starts over after a success', () => {
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

  it('gives up a socket without an answer, and does not wait until it closes', () => {
    const { around, last } = connection()
    last().onOpen()
    around.pass(10_000)
    expect(last().isClosed).to.equal(true)
    last().onClose(1006)
    expect(around.waits()).to.deep.equal([375])
  })

  it('pauses while the tab is hidden or offline, and reconnects at once afterwards', () => {
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

  it('checks a socket after sleep, and replaces it if it is dead', () => {
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

  it('reports an ended session, and makes no further attempts', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    last().onClose(4401)
    around.wake()
    expect(heard).to.deep.equal(['subscribed', 'signed out'])
    expect([around.sockets.length, around.waits()]).to.deep.equal([1, []])
  })

  it('reports a failed attempt, because the session may have ended, but not a broken connection', () => {
    const { around, heard, last, subscribe } = connection()
    subscribe()
    last().onClose(1006)
    expect(heard).to.deep.equal(['subscribed'])
    around.pass(375)
    last().onClose(1006)
    expect(heard).to.deep.equal(['subscribed', 'turned away'])
  })

  it('stops if the subscription is forbidden, but not if another message is or the host has failed', () => {
    const { around, last } = connection()
    const error = (status: number, reply_to?: string) =>
      JSON.stringify({ namespace: 'shell', type: 'error', reply_to, payload: { status } })
    last().onOpen()
    last().onMessage(error(503, 'subscribe'))
    last().onMessage(error(403))
    expect(last().isClosed).to.equal(false)
    last().onMessage(error(403, 'subscribe'))
    expect([last().isClosed, around.waits()]).to.deep.equal([true, []])
  })

  it('does nothing more after it is stopped', () => {
    const { live, around, heard, last, subscribe } = connection()
    subscribe()
    live.stop()
    last().onClose(1000)
    around.wake()
    expect(last().isClosed).to.equal(true)
    expect([heard, around.sockets.length, around.waits()]).to.deep.equal([['subscribed'], 1, []])
  })
})
