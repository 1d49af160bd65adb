/** The path below which the host serves everything, such as `/atrium`; empty at the top. The host writes it into the page. */
export const basePath = typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '')

/** The address of a path as documents, answers and the shell write it. Other addresses stay as they are. */
export const addressOf = (path: string): string => (/^\/(?!\/)/.test(path) ? basePath + path : path)

/** The path of an address of this host, without the base path. */
export const pathOf = (address: string): string =>
  basePath !== '' && address.startsWith(basePath) ? address.slice(basePath.length) || '/' : address
