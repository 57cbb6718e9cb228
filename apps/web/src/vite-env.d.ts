/// <reference types="vite/client" />

declare module 'virtual:calls' {
  import type { AnyContractRouter } from '@orpc/contract'

  /** Method, path and structure of every call; built from the contract by contract-in-browser.ts. */
  export const calls: AnyContractRouter
}
