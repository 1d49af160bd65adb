import { DeclarationError } from '@atrium/sdk'

/** A service that this version of the host does not have: whoever uses it is told so at the call, not later. */
export function unavailable<Service extends object>(name: string): Service {
  const refuse = () => {
    throw new DeclarationError('service_unavailable', `This host has no [context.${name}].`, {
      fix: 'Take it out, or use a version of the host that has it.',
    })
  }
  return new Proxy(refuse as unknown as Service, { get: refuse, apply: refuse })
}
