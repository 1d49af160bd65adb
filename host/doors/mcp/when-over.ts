/** An event stream comment, which clients ignore. */
const COMMENT = new TextEncoder().encode(': here\n\n')

/**
 * Returns the same response and calls back when its last byte was read or its reader has disconnected.
 * @param options.isStream an event stream, default false: it gets a first byte, without which Node would hold back its head
 */
export function whenOver(response: Response, onOver: () => void, { isStream = false } = {}): Response {
  if (response.body === null) {
    onOver()
    return response
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (isStream) controller.enqueue(COMMENT)
    },
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        onOver()
        controller.close()
      } catch (error) {
        onOver()
        controller.error(error)
      }
    },
    cancel: async (reason) => {
      onOver()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
