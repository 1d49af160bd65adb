/** Internet addresses and networks. */
export { familyOf, withinAny, readNetwork } from './networks.ts'
