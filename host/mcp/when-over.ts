/** The same response, and a word when its last byte was read or its reader has left. Called once. */
export function whenOver(response: Response, onOver: () => void): Response {
  if (response.body === null) {
    onOver()
    return response
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
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
