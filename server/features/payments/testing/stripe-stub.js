/**
 * A stand-in for the payment provider's browser script, for journeys: what `@stripe/stripe-js` loads from
 * js.stripe.com, cut to what the page uses. Its card form is three plain fields in the page itself, where Stripe's
 * are in a frame. README.md explains how to serve it.
 */
(() => {
  const API = 'https://api.stripe.com/v1';
  const release = /js\.stripe\.com\/(\w+)\//.exec(document.currentScript?.src ?? '')?.[1] ?? 'stub';

  const FIELDS = [
    { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', digits: 16, wide: true },
    { name: 'expiry', label: 'Expiration date', hint: 'MM / YY', digits: 4 },
    { name: 'cvc', label: 'Security code', hint: 'CVC', digits: 3 },
  ];
  const digitsOf = (input) => input.value.replace(/\D/g, '');

  /** The card form. It becomes ready a moment after it is mounted, as one in a frame does. */
  function paymentElement(appearance, onDestroy) {
    const place = document.createElement('div');
    const inputs = new Map();
    const listeners = new Map();
    const tell = (event, detail) => {
      for (const listener of listeners.get(event) ?? []) listener(detail);
    };
    const element = {
      mount(container) {
        draw(place, inputs);
        paint(place, appearance);
        container.append(place);
        setTimeout(() => tell('ready', { elementType: 'payment' }), 50);
        place.addEventListener('input', () =>
          tell('change', { elementType: 'payment', complete: !element.mistake(), empty: false }),
        );
      },
      on(event, listener) {
        listeners.set(event, [...(listeners.get(event) ?? []), listener]);
        return element;
      },
      off(event, listener) {
        const left = listener ? (listeners.get(event) ?? []).filter((one) => one !== listener) : [];
        listeners.set(event, left);
        return element;
      },
      once: (event, listener) => element.on(event, listener),
      update() {},
      paint: (changed) => paint(place, changed),
      focus: () => inputs.get('number')?.focus(),
      blur() {},
      clear() {},
      collapse() {},
      unmount: () => place.remove(),
      destroy() {
        place.remove();
        onDestroy();
      },
      /** The first incomplete field, with the message shown at that field. */
      mistake() {
        const wrong = FIELDS.find(({ name, digits }) => digitsOf(inputs.get(name)).length < digits);
        return wrong && { name: wrong.name, message: `Your ${wrong.label.toLowerCase()} is incomplete.` };
      },
      show(mistake) {
        for (const { name } of FIELDS) {
          const input = inputs.get(name);
          const message = mistake?.name === name ? mistake.message : '';
          input.setAttribute('aria-invalid', String(message !== ''));
          document.getElementById(`stub-${name}-error`).textContent = message;
        }
      },
      number: () => digitsOf(inputs.get('number')),
    };
    return element;
  }

  function draw(place, inputs) {
    for (const { name, label, hint } of FIELDS) {
      const field = document.createElement('label');
      field.append(label);
      const input = document.createElement('input');
      Object.assign(input, {
        name: `stub-${name}`,
        placeholder: hint,
        inputMode: 'numeric',
        autocomplete: 'off',
      });
      input.setAttribute('aria-describedby', `stub-${name}-error`);
      const error = document.createElement('span');
      error.id = `stub-${name}-error`;
      field.append(input, error);
      inputs.set(name, input);
      place.append(field);
    }
  }

  /** Gives the form the colors of the page around it. */
  function paint(place, { variables = {} } = {}) {
    place.style.cssText = `display:grid;grid-template-columns:1fr 1fr;gap:12px;font:16px ${variables.fontFamily}`;
    for (const [index, field] of [...place.children].entries()) {
      const [input, error] = field.children;
      field.style.cssText = `display:grid;gap:4px;align-content:start;color:${variables.colorText};${FIELDS[index].wide ? 'grid-column:1/-1' : ''}`;
      input.style.cssText = `padding:12px;min-width:0;background:${variables.colorBackground};color:${variables.colorText};
        border:1px solid ${variables.colorTextPlaceholder};border-radius:${variables.borderRadius}`;
      error.style.cssText = `color:${variables.colorDanger};font-size:14px`;
    }
  }

  function makeElements({ appearance } = {}) {
    let element = null;
    return {
      create(type) {
        if (type !== 'payment') throw new Error(`The stub has no element of the type "${type}".`);
        if (element) throw new Error('There is a payment element already.');
        element = paymentElement(appearance, () => {
          element = null;
        });
        return element;
      },
      getElement: () => element,
      update({ appearance: changed }) {
        if (changed) element?.paint(changed);
      },
      fetchUpdates: async () => ({}),
      on() {},
      async submit() {
        const mistake = element?.mistake();
        element?.show(mistake);
        return mistake ? { error: { type: 'validation_error', ...mistake } } : {};
      },
      number: () => element.number(),
    };
  }

  /** Pays with the card that was typed; nothing of it asks for a redirect. */
  async function confirmPayment(key, clientSecret, elements) {
    const { error } = await elements.submit();
    if (error) return { error };
    const id = clientSecret.split('_secret_')[0];
    const body = new URLSearchParams({
      key,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': elements.number(),
    });
    try {
      const response = await fetch(`${API}/payment_intents/${id}/confirm`, { method: 'POST', body });
      const answer = await response.json();
      return response.ok ? { paymentIntent: answer } : { error: answer.error };
    } catch {
      const message = 'We are experiencing issues connecting to our payments provider.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  window.Stripe = (key) => {
    const secrets = new WeakMap();
    return {
      elements(options = {}) {
        const elements = makeElements(options);
        secrets.set(elements, options.clientSecret);
        return elements;
      },
      confirmPayment: ({ elements, clientSecret }) =>
        confirmPayment(key, clientSecret ?? secrets.get(elements), elements),
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  };
  window.Stripe.version = release;

  /** The React package asks only whether these are there. */
  async function unused() {
    throw new Error('The stub does not do this.');
  }
})();
