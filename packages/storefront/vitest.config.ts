import { defineProject } from 'vitest/config'

export default defineProject({ oxc: { jsx: { runtime: 'automatic' } }, test: { name: 'storefront', include: ['src/**/*.test.{ts,tsx}'] } })
