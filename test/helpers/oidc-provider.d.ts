/** The parts of `oidc-provider` that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type Koa from 'koa'

  class Provider extends Koa {
    constructor(issuer: string, configuration: object)
    interactionFinished(request: unknown, response: unknown, result: object, options: object): Promise<void>
    Grant: new (options: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }

  export { Provider as default }
}
