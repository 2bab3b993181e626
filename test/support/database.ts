import { after } from 'node:test'
import { closeTestCluster } from './cluster.ts'

export { freshDatabase, testCluster, TEST_SECRET, type TestDatabase } from './cluster.ts'

// Apart from `cluster.ts`, because the benchmarks use that one: node:test tracks every promise of its process, which
// makes the product half as fast.
after(closeTestCluster)
