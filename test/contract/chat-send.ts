import { type Channels, type Tools, Type } from '@atrium/sdk'

/** A WebSocket namespace whose messages are told apart by their type, and a tool that is no operation. Compiled, never run. */
export function register_channels(channels: Channels) {
  channels.namespace(
    'ai-agents',
    {
      'chat.send': {
        payload: Type.Object({ agent_id: Type.Integer(), text: Type.String() }),
        permission: 'ai-agents.chat.send',
      },
      'chat.cancel': { payload: Type.Object({ message_id: Type.String() }), permission: 'ai-agents.chat.send' },
    },
    (message, { connection, reply, signal }) => {
      if (message.type === 'chat.cancel') return reply('chat.aborted', { message_id: message.payload.message_id })
      connection.subscribe(`conversation/${message.payload.agent_id}`)
      if (!signal.aborted) reply('chat.delta', { text: message.payload.text.slice(0, 1) })
      channels.publish(`conversation/${message.payload.agent_id}`, { type: 'chat.done', payload: {} })
    },
  )
}

export function register_mcp_tools(tools: Tools) {
  tools.add(
    'summarize',
    {
      description: 'Summarize a text.',
      permission: 'ai-agents.text.view',
      read_only: true,
      input: Type.Object({ text: Type.String() }),
      output: Type.Object({ summary: Type.String() }),
    },
    ({ input }) => ({ summary: input.text.slice(0, 80) }),
  )
}
