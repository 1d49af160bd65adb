import { presence } from '../api/presence.ts'
import type { Frame } from './frame.ts'

/** Reports the record on screen to the host, and receives who else has it open. */
export interface RecordAttendance {
  hear: (frame: Frame) => void
  /** The connection is lost: it is unknown who else is there. */
  lose: () => void
  stop: () => void
}

/** @param send tells the host which record is open instead of the previous one; returns whether there is a connection */
export function attendRecord(send: (opened: object) => boolean): RecordAttendance {
  let isReady = false
  let sent = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Between two screens of the same record, it is closed and reopened within a moment. */
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
