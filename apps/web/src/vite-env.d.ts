/// <reference types="vite/client" />

/// <reference path="../../../packages/client/src/virtual-routes.d.ts" />
