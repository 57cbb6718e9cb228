#!/bin/sh
':' //; exec "${npm_node_execpath:-node}" "$0" "$@"
// The command line on any Node from 20 on: it runs the server's own on the Node that comes with the packages. For a
// shell, the line above runs this file on the Node of npm: below npx, `node` is the packaged one, which may not start.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, findNode, runToEnd } from '../scripts/find-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const main = join(root, 'apps', 'server', 'src', 'main.ts')

if (!existsSync(join(root, 'packages', 'emails', 'dist'))) fail('Run `npm run build` in the folder of Linkshelf first.')
process.exit(await runToEnd(findNode(root), [main, ...process.argv.slice(2)], {}))
