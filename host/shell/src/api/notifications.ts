import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** A notification for the person, as the host answers it. */
export interface Notification {
  readonly id: number
  readonly title: string
  readonly body?: string
  readonly level: 'info' | 'success' | 'warning' | 'error'
  /** A path of the shell. */
  readonly link?: string
  /** The name of the plugin that sent it, or of the platform. */
  readonly source_title: string
  /** Names the matter. Background work that an action follows has the path of its record. */
  readonly key?: string
  readonly created_at: string
  readonly read_at?: string
}

/** Some notifications, the latest first, and how many there are. */
export interface Notifications {
  readonly shown: readonly Notification[]
  readonly total: number
}

const PATH = '/api/v1/platform/notifications'

/** The first part of the query keys of notifications. */
export const NOTIFICATIONS = ['notifications'] as const

/** Notifications that arrive at the same moment and are announced. */
const NEWS = 3

async function readSome(query: string, signal: AbortSignal): Promise<Notifications> {
  const { data, total } = await request<Notification[]>('GET', `${PATH}?${query}`, { signal })
  return { shown: data, total: total ?? data.length }
}

/** The number of unread notifications, with the latest of them. */
export const unreadOptions = () =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, 'unread'],
    queryFn: ({ signal }) => readSome(`read_at_null=true&_start=0&_end=${NEWS}`, signal),
    staleTime: 30_000,
    retry: false,
  })

/** The latest notifications, this many. While more load, the present ones stay. */
export const latestOptions = ({ count, isUnread }: { count: number; isUnread: boolean }) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, 'latest', isUnread, count],
    queryFn: ({ signal }) => readSome(`${isUnread ? 'read_at_null=true&' : ''}_start=0&_end=${count}`, signal),
    placeholderData: keepPreviousData,
  })

/** Marks one notification as read or unread. */
export const markOne = ({ id }: Pick<Notification, 'id'>, as: 'read' | 'unread') =>
  request('POST', `${PATH}/${id}/${as}`)

/** Marks notifications as read: all up to one that the person has seen, or those with a key. */
export const markRead = (seen: { until: number } | { key: string }) => request('POST', `${PATH}/read`, { body: seen })

/** Deletes a notification. */
export const deleteOne = ({ id }: Pick<Notification, 'id'>) => request('DELETE', `${PATH}/${id}`)
