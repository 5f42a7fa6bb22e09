'use client';
import { useContext, useMemo, useRef } from 'react';
import type { Json } from '#core/json.ts';
import { validateJson } from '#core/plan/json-schema.ts';
import { parseJsonText } from '#core/plan/json-text.ts';
import { PlaceContext } from '#components/json/kept-inputs.ts';
import type { Authoring } from '#components/json/schema-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { CelField } from './cel-field.tsx';
import type { CelScope } from './cel-scope.ts';
import { focusPlace } from './focus.ts';

const words = messages.editor.cel;

/** Arguments as a plan has them: each one a value or an expression, and back without losing the other. */
export function useAuthoring(scope: CelScope): Authoring {
  const valuesBefore = useRef(new Map<string, Json>());
  const around = useContext(PlaceContext);
  return useMemo(() => {
    // The button goes with its field; what is typed next belongs to the new field, not to the graph.
    const focusField = (place: string) => requestAnimationFrame(() => focusPlace(around + place));
    return {
      expression: ({ label, hint, expr, place, onChange }) => (
        <CelField
          label={label}
          hint={hint}
          expr={expr}
          scope={scope}
          place={place}
          onChange={(next) => onChange({ $expr: next })}
          aside={
            <Button
              look="quiet"
              size="sm"
              className="min-h-6 px-1.5 text-xs"
              aria-label={`${words.value}: ${words.toValue(label)}`}
              onClick={() => {
                const literal = parseJsonText(expr);
                onChange(literal.ok ? literal.value : valuesBefore.current.get(place));
                focusField(place);
              }}
            >
              {words.value}
            </Button>
          }
        />
      ),
      toExpression: ({ label, value, place, onChange }) => (
        <Button
          look="quiet"
          size="sm"
          className="min-h-6 px-1.5 font-mono text-xs"
          aria-label={`${words.expression}: ${words.toExpression(label)}`}
          title={words.toExpression(label)}
          onClick={() => {
            if (value !== undefined) valuesBefore.current.set(place, value);
            onChange({ $expr: isScalar(value) ? JSON.stringify(value) : '' });
            focusField(place);
          }}
        >
          {words.expression}
        </Button>
      ),
      problemOf: (schema, value) => validateJson(schema, value)[0]?.message,
    };
  }, [scope, around]);
}

function isScalar(value: Json | undefined): boolean {
  return value !== undefined && (value === null || typeof value !== 'object');
}
