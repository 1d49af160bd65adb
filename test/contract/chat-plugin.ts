import { createPluginDirectory, type PluginDirectory, packageJson } from '../helpers/plugin-directory.ts'

/** A plugin with a namespace: `chat`, unless it is another one that says the same things. */
export interface ChatOptions {
  readonly id?: string
  readonly namespace?: string
  /** What every answer tells, so that generations can be told apart. */
  readonly generation?: string
}

/** Its source. Streams are ended through the process, because a message goes to the generation that serves when it comes. */
export const chatSource = ({ id = 'chatter', namespace = 'chat', generation = 'one' }: ChatOptions = {}) => `
import { ApiError, Type } from '@atrium/sdk'

const permission = '${id}.rooms.send'
const room = Type.Object({ room: Type.Integer() })
const running = new Map()

export function register_channels(channels, context) {
  channels.namespace('${namespace}', {
    'chat.join': { payload: room, permission },
    'chat.say': { payload: Type.Object({ room: Type.Integer(), text: Type.String({ maxLength: 80 }) }), permission },
    'chat.stream': { payload: Type.Object({ chunks: Type.Integer({ minimum: 1, default: 2 }) }), permission },
    'chat.cancel': { payload: Type.Object({ message_id: Type.String() }), permission },
    'chat.me': { payload: Type.Object({}), permission },
  }, async (message, { connection, reply, signal }) => {
    const { type, id, payload } = message
    const about = { generation: '${generation}' }
    if (type === 'chat.join') {
      connection.subscribe('room/' + payload.room)
      reply('chat.joined', about)
    }
    if (type === 'chat.say') {
      channels.publish('room/' + payload.room, { type: 'chat.said', payload: { text: payload.text, by: connection.caller.id, ...about } })
      reply('chat.sent', about)
    }
    if (type === 'chat.cancel') {
      const cancel = running.get(payload.message_id)
      if (!cancel) throw new ApiError('record_not_found', { detail: 'There is no message [' + payload.message_id + '].' })
      cancel()
      reply('chat.cancelled', about)
    }
    if (type === 'chat.me') reply('chat.you', (await context.call('GET', '/api/v1/auth/me')))
    if (type === 'chat.stream') {
      for (let chunk = 1; chunk < payload.chunks; chunk += 1) reply('chat.delta', { chunk, ...about })
      const how = await new Promise((resolve) => {
        running.set(id, () => resolve('cancelled'))
        process.once('chat.finish', () => resolve('finished'))
        signal.addEventListener('abort', () => resolve('aborted'), { once: true })
      })
      running.delete(id)
      reply('chat.done', { how, ...about })
    }
  })
}
`

/** Ends every stream that is under way, of whichever generation. */
export const finishStreams = () => void (process as NodeJS.EventEmitter).emit('chat.finish')

/** The plugin in a folder of its own. */
export function createChatPlugin(options: ChatOptions = {}): Promise<PluginDirectory> {
  const { id = 'chatter' } = options
  const files = {
    'package.json': packageJson({ name: `@acme/${id}`, atrium: { id, title: id, drain_seconds: 5 } }),
    'src/index.ts': chatSource(options),
  }
  return createPluginDirectory(files, { name: id })
}
