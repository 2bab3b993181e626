import { defaultModels, Problem, type ModelKey, type ModelUse } from '@sightline/sdk'
import { modelKeyPlace } from '../../base/encryption.ts'
import * as store from '../../store/accounts/model-keys.ts'
import { newestModelUses, type ModelUseRow } from '../../store/accounts/model-uses.ts'
import type { Context } from '../context.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { audit, organizationOf } from '../tenant.ts'

type ModelKeyHandlers = Pick<SessionHandlers, 'getModelKey' | 'setModelKey' | 'updateModelKey' | 'removeModelKey'>

const USES_TOLD = 50

export const modelKeyHandlers: ModelKeyHandlers = {
  getModelKey: (context) => present(context),

  setModelKey: async (context, { body }) => {
    const organizationId = organizationOf(context)
    const key = {
      provider: body.provider,
      model: body.model ?? defaultModels[body.provider],
      sealed: context.services.encryption.seal(body.key, modelKeyPlace(organizationId)),
      last4: body.key.slice(-4),
      isJudge: body.judges,
      setAt: context.now,
    }
    await store.saveModelKey(context.db, organizationId, key)
    await audit(context, 'model_key.set', organizationId, subjectOf(key))
    return present(context)
  },

  updateModelKey: async (context, { body: { model, judges } }) => {
    const key = await store.updateModelKey(context.db, organizationOf(context), { model, isJudge: judges })
    if (!key)
      throw new Problem('resource_not_found', { message: 'No model key is set. Set one with PUT /model-key first.' })
    await audit(context, 'model_key.update', organizationOf(context), subjectOf(key))
    return present(context)
  },

  removeModelKey: async (context) => {
    const removed = await store.deleteModelKey(context.db, organizationOf(context))
    if (removed) await audit(context, 'model_key.remove', organizationOf(context), subjectOf(removed))
    return present(context)
  },
}

async function present(context: Context) {
  const [key, uses] = await Promise.all([
    store.modelKeyOf(context.db, organizationOf(context)),
    newestModelUses(context.db, organizationOf(context), USES_TOLD),
  ])
  return { key: key ? toModelKey(key) : null, uses: uses.map(toModelUse) }
}

const subjectOf = ({ provider, model, last4, isJudge }: store.StoredModelKey) => ({
  provider,
  model,
  last4,
  judges: isJudge,
})

const toModelKey = (key: store.StoredModelKey): ModelKey => ({ ...subjectOf(key), setAt: key.setAt.toISOString() })

const toModelUse = ({ id, startedAt, ...use }: ModelUseRow): ModelUse => ({
  ...use,
  runId: use.kind === 'judge' ? id : null,
  startedAt: startedAt.toISOString(),
})
