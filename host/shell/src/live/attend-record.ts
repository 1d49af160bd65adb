import { presence } from '../api/presence.ts'
import type { Frame } from './frame.ts'

/** Tells the host which record is on screen, and learns who else has it open. */
export interface RecordAttendance {
  hear: (frame: Frame) => void
  /** The connection is lost: nobody knows who is there. */
  lose: () => void
  stop: () => void
}

/** @param send tells the host which record is open instead of the one before; returns whether there is a connection */
export function attendRecord(send: (opened: object) => boolean): RecordAttendance {
  let isReady = false
  let sent = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  /** From one screen of a record to another, it is closed and opened again within a moment. */
  function tell(): void {
    timer = undefined
    const opened = presence.opened()
    const text = opened === undefined ? '' : `${opened.path} ${opened.editing}`
    if (presence.others()?.path !== opened?.path) presence.learn(null)
    if (isReady && text !== sent && send({ ...opened })) sent = text
  }

  const unsubscribe = presence.subscribe(() => (timer ??= setTimeout(tell)))

  return {
    hear: ({ type, payload }) => {
      if (type === 'presence.changed' && payload.path === presence.opened()?.path) presence.learn(payload)
      if (type !== 'subscribed') return
      isReady = true
      tell()
    },
    lose: () => {
      isReady = false
      sent = ''
      presence.learn(null)
    },
    stop: () => {
      unsubscribe()
      clearTimeout(timer)
      presence.learn(null)
    },
  }
}
