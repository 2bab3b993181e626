// Makes the published form of the MCP server: one file that starts fast on any Node from 20 on, and the folder that a
// desktop bundle (.mcpb) is packed from.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const mcp = join(import.meta.dirname, '../packages/mcp')

/** Where the file is that everything else is made of. */
export const bundledMcp = join(mcp, 'dist/sightline-mcp.js')
/** What `mcpb pack` packs. */
export const desktopBundle = join(mcp, 'dist/desktop')

export async function bundleMcp(): Promise<void> {
  await bundleServer(join(mcp, 'src/main.ts'), bundledMcp)
  rmSync(desktopBundle, { recursive: true, force: true })
  mkdirSync(join(desktopBundle, 'server'), { recursive: true })
  copyFileSync(bundledMcp, join(desktopBundle, 'server/sightline-mcp.js'))
  copyFileSync(join(mcp, 'manifest.json'), join(desktopBundle, 'manifest.json'))
}

/** One file with all that a server needs; the benchmark makes a bare one the same way. */
export async function bundleServer(entryPoint: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@sightline/source'],
    minify: true,
    legalComments: 'linked',
    logLevel: 'warning',
    plugins: [withoutTranslations],
    // The protocol's package has a CommonJS part that asks for node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
}

/** zod's messages in fifty languages are a quarter of the file; ours are written out, in one. */
export const withoutTranslations: Plugin = {
  name: 'without-translations',
  setup: ({ onLoad }) => onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' })),
}

if (import.meta.main) await bundleMcp()
