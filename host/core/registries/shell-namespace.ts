/** The WebSocket namespace in which the host itself tells what has changed. No plugin may have it. */
export const SHELL_NAMESPACE = 'shell'
